package dev.holdfast.server.cli;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Map.Entry;
import java.util.Optional;
import java.util.stream.Collectors;

/** The variables that psql reads. PGPASSWORD is not in the address: it is never printed. */
final class PgVariables {
  private static final List<Entry<String, String>> PARAMETERS =
      List.of(
          Map.entry("PGSSLMODE", "sslmode"),
          Map.entry("PGSSLROOTCERT", "sslrootcert"),
          Map.entry("PGCONNECT_TIMEOUT", "connectTimeout"));

  private PgVariables() {}

  /** The address, if one of the variables that name a server or a database is set. */
  static Optional<DatabaseUrl> url(Map<String, String> env) {
    if (List.of("PGHOST", "PGPORT", "PGDATABASE").stream()
        .noneMatch(name -> value(env, name).isPresent())) {
      return Optional.empty();
    }
    String host = value(env, "PGHOST").orElse("localhost");
    if (host.startsWith("/")) {
      throw new UsageException(
          "PGHOST=" + host + " is a Unix socket; Holdfast connects by TCP: set PGHOST to a host");
    }
    String user = value(env, "PGUSER").orElse(System.getProperty("user.name", "postgres"));
    String database = encode(value(env, "PGDATABASE").orElse(user));
    String port = value(env, "PGPORT").orElse("5432");
    String jdbc = "jdbc:postgresql://" + host + ":" + port + "/" + database + parameters(env);
    return Optional.of(new DatabaseUrl(jdbc, user, null));
  }

  static Optional<String> value(Map<String, String> env, String name) {
    return Optional.ofNullable(env.get(name)).filter(text -> !text.isBlank());
  }

  private static String parameters(Map<String, String> env) {
    String all =
        PARAMETERS.stream()
            .filter(pair -> value(env, pair.getKey()).isPresent())
            .map(pair -> pair.getValue() + "=" + encode(value(env, pair.getKey()).orElse("")))
            .collect(Collectors.joining("&"));
    return all.isEmpty() ? "" : "?" + all;
  }

  private static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
