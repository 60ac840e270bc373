package dev.holdfast.server.cli;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Which database the user means. The first of these that is set: {@code --url} or {@code --data},
 * {@code HOLDFAST_URL}, {@code HOLDFAST_DATA}, the {@code PG*} variables, and then the embedded
 * PostgreSQL in the user's data directory.
 */
sealed interface DatabaseChoice {
  record Remote(DatabaseUrl url) implements DatabaseChoice {}

  record Embedded(Path directory) implements DatabaseChoice {}

  static DatabaseChoice of(@Nullable String url, @Nullable Path data, Map<String, String> env) {
    if (url != null && data != null) {
      throw new UsageException("--url and --data name two databases: give one of them");
    }
    if (url != null) {
      return new Remote(withDefaults(withoutPassword(DatabaseUrl.parse(url)), env));
    }
    if (data != null) {
      return new Embedded(data);
    }
    return fromEnvironment(env);
  }

  /** Never one that somebody uses for something else, unless it is named. */
  static Embedded demo(@Nullable Path data, Map<String, String> env) {
    return new Embedded(
        data == null ? defaultDirectory(env).resolveSibling("holdfast-demo") : data);
  }

  private static DatabaseChoice fromEnvironment(Map<String, String> env) {
    Optional<String> url = PgVariables.value(env, "HOLDFAST_URL");
    Optional<String> data = PgVariables.value(env, "HOLDFAST_DATA");
    if (url.isPresent()) {
      return new Remote(withDefaults(DatabaseUrl.parse(url.get()), env));
    }
    if (data.isPresent()) {
      return new Embedded(Path.of(data.get()));
    }
    return PgVariables.url(env)
        .<DatabaseChoice>map(found -> new Remote(withDefaults(found, env)))
        .orElseGet(() -> new Embedded(defaultDirectory(env)));
  }

  /** The list of processes shows a flag to everybody on the machine. */
  private static DatabaseUrl withoutPassword(DatabaseUrl url) {
    if (url.password() != null) {
      throw new UsageException(
          "--url must hold no password, other users could see it in the list of processes;"
              + " put the password into PGPASSWORD or ~/.pgpass, or the whole URL into"
              + " HOLDFAST_URL");
    }
    return url;
  }

  private static DatabaseUrl withDefaults(DatabaseUrl url, Map<String, String> env) {
    String user = url.user() == null ? env.get("PGUSER") : url.user();
    String password = url.password() == null ? env.get("PGPASSWORD") : url.password();
    return new DatabaseUrl(url.jdbc(), user, password);
  }

  private static Path defaultDirectory(Map<String, String> env) {
    String home = System.getProperty("user.home", ".");
    Path base =
        PgVariables.value(env, "XDG_DATA_HOME")
            .map(Path::of)
            .orElseGet(() -> Path.of(home, ".local", "share"));
    return base.resolve("holdfast");
  }
}
