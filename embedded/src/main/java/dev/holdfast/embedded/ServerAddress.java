package dev.holdfast.embedded;

import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * How a server is reached: the JDBC address up to the database's name, and what follows it.
 *
 * @param base such as {@code jdbc:postgresql://127.0.0.1:5432/}
 * @param database the database to connect to for creating others
 * @param parameters such as {@code ?sslmode=require}, or empty
 */
record ServerAddress(String base, String database, String parameters) {

  /** An address that somebody gave. */
  static ServerAddress parse(String url) {
    int slash = url.lastIndexOf('/', url.indexOf('?') < 0 ? url.length() : url.indexOf('?'));
    if (!url.toLowerCase(Locale.ROOT).startsWith("jdbc:postgresql://") || slash < 18) {
      throw new EmbeddedPostgresException(
          "HOLDFAST_TEST_URL must look like"
              + " jdbc:postgresql://host:port/database?user=…&password=…");
    }
    String rest = url.substring(slash + 1);
    int question = rest.indexOf('?');
    return question < 0
        ? new ServerAddress(url.substring(0, slash + 1), rest, "")
        : new ServerAddress(
            url.substring(0, slash + 1), rest.substring(0, question), rest.substring(question));
  }

  static ServerAddress local(int port) {
    return new ServerAddress("jdbc:postgresql://127.0.0.1:" + port + "/", "postgres", "");
  }

  String url(String name) {
    return base + name + parameters;
  }

  /** A given address says who connects; an embedded server has one user, without a password. */
  PGSimpleDataSource dataSource(String name, @Nullable LocalServer local) {
    PGSimpleDataSource source = new PGSimpleDataSource();
    source.setURL(url(name));
    if (local != null) {
      source.setUser(LocalServer.USER);
    }
    return source;
  }
}
