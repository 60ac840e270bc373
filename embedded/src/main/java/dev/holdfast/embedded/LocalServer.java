package dev.holdfast.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A temporary server: its directory, its settings and, while it runs, its process. */
final class LocalServer {

  static final String USER = "postgres";

  private static final Duration STOP = Duration.ofSeconds(30);
  private static final int PORTS_TO_TRY = 5;

  private final PostgresBinaries binaries;
  private final RunAs runAs;
  private final Path home;
  private final int port;
  private @Nullable WatchedServer running;

  private LocalServer(PostgresBinaries binaries, RunAs runAs, Path home, WatchedServer running) {
    this.binaries = binaries;
    this.runAs = runAs;
    this.home = home;
    this.running = running;
    this.port = portOf(home);
  }

  static LocalServer create(PostgresBinaries binaries, RunAs runAs, Map<String, String> settings) {
    try {
      Path home = Files.createTempDirectory("holdfast-postgres-");
      runAs.own(home);
      Cluster cluster = new Cluster(binaries, runAs, home.resolve("data"));
      try {
        cluster.init(USER, "trust", List.of("--no-sync"));
        return new LocalServer(binaries, runAs, home, firstStart(binaries, runAs, home, settings));
      } catch (IOException | RuntimeException e) {
        Trees.delete(home);
        throw e;
      }
    } catch (IOException e) {
      throw new UncheckedIOException("No temporary PostgreSQL could be made: " + e, e);
    }
  }

  /** Between choosing a free port and listening on it, somebody else may take it: try another. */
  private static WatchedServer firstStart(
      PostgresBinaries binaries, RunAs runAs, Path home, Map<String, String> settings)
      throws IOException {
    Cluster cluster = new Cluster(binaries, runAs, home.resolve("data"));
    for (int attempt = 1; ; attempt++) {
      cluster.configure(withDefaults(settings));
      try {
        return WatchedServer.start(binaries, runAs, home);
      } catch (EmbeddedPostgresException e) {
        boolean taken = String.valueOf(e.getMessage()).contains(Diagnosis.PORT_TAKEN);
        if (!taken || attempt == PORTS_TO_TRY) {
          throw e;
        }
      }
    }
  }

  private static Map<String, String> withDefaults(Map<String, String> settings) throws IOException {
    Map<String, String> all = new LinkedHashMap<>();
    all.put("listen_addresses", "127.0.0.1");
    all.put("port", Integer.toString(Ports.free()));
    all.put("unix_socket_directories", "");
    all.put("max_connections", "200");
    all.put("fsync", "off");
    // In the data directory, so that nothing of a killed server stays in /dev/shm.
    all.put("dynamic_shared_memory_type", "mmap");
    all.putAll(settings);
    return all;
  }

  private static int portOf(Path home) {
    try {
      return PostmasterFile.read(home.resolve("data")).orElseThrow().port();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  int port() {
    return port;
  }

  Path data() {
    return home.resolve("data");
  }

  Path log() {
    return home.resolve("server.log");
  }

  synchronized boolean isRunning() {
    return running != null && running.processes().isRunning();
  }

  synchronized ServerProcesses processes() {
    return required().processes();
  }

  synchronized void start() {
    if (isRunning()) {
      throw new IllegalStateException("The server in " + home + " is running already.");
    }
    forget(); // it may have crashed
    try {
      running = WatchedServer.start(binaries, runAs, home);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  synchronized void stop(StopMode mode) {
    required().stop(mode.signal(), STOP);
    running = null;
  }

  synchronized void kill() {
    required().processes().killAll();
    forget();
  }

  void delete() {
    Uninterrupted.run(this::stopAndDelete);
  }

  private synchronized void stopAndDelete() {
    try {
      if (running != null) {
        running.processes().resumeAll(); // paused children would hold up the end for 5 s
        running.delete(STOP);
        running = null;
      }
      Trees.delete(home);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void forget() {
    if (running != null) {
      running.stop("KILL", STOP);
      running = null;
    }
  }

  private WatchedServer required() {
    if (running == null) {
      throw new IllegalStateException("The server in " + home + " is not running.");
    }
    return running;
  }
}
