package dev.holdfast.bench.peer;

import org.postgresql.ds.PGSimpleDataSource;

/**
 * Where a lock service is.
 *
 * @param url a JDBC URL, or host and port
 * @param user of a database; empty elsewhere
 */
public record Address(String url, String user) {

  public static Address local(int port) {
    return new Address("127.0.0.1:" + port, "");
  }

  PGSimpleDataSource dataSource() {
    PGSimpleDataSource source = new PGSimpleDataSource();
    source.setURL(url);
    source.setUser(user);
    return source;
  }
}
