package dev.holdfast.embedded;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The servers that all tests of this JVM share: one a major, and perhaps the user's own. */
final class SharedServers {

  private static final String URL = "HOLDFAST_TEST_URL";
  private static final String MAJOR = "holdfast.postgres.major";

  private static final Map<Integer, PostgresServer> STARTED = new HashMap<>();
  private static @Nullable PostgresServer yours;

  private SharedServers() {}

  static synchronized PostgresServer get() {
    PostgresServer given = yours();
    return given != null
        ? given
        : embedded(Integer.getInteger(MAJOR, PostgresBinaries.DEFAULT_MAJOR));
  }

  static synchronized PostgresServer get(int major) {
    PostgresServer given = yours();
    return given != null && given.major() == major ? given : embedded(major);
  }

  private static @Nullable PostgresServer yours() {
    String url = System.getProperty(URL, System.getenv(URL));
    if (yours == null && url != null && !url.isBlank()) {
      yours = new PostgresServer(ServerAddress.parse(url), null, true);
    }
    return yours;
  }

  /**
   * The hook only makes the JVM wait until the server is gone. Without it, or if the JVM is killed,
   * the server goes as well, a moment later.
   */
  private static PostgresServer embedded(int major) {
    PostgresServer server = STARTED.get(major);
    if (server == null) {
      server = PostgresServer.start(major, Map.of(), RunAs.detect(), true);
      Runtime.getRuntime().addShutdownHook(new Thread(server::delete, "holdfast-postgres-stop"));
      STARTED.put(major, server);
    }
    return server;
  }
}
