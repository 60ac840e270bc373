package dev.holdfast.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * The server of a data directory, as a daemon in a session of its own: neither the death of the
 * process that started it nor a Ctrl-C in its terminal ends it. PostgreSQL's own {@code pg_ctl}
 * does that. It is given relative paths, since it pastes them into a shell command without quoting
 * them.
 */
final class DaemonServer {

  private static final int SECONDS = 120;
  private static final Duration PG_CTL = Duration.ofSeconds(SECONDS + 30);
  private static final int ATTEMPTS = 10;
  private static final long POLL_MILLIS = 50;
  private static final long ALMOST_FULL = 1 << 20;
  private static final String OLD_CHILDREN = "pre-existing shared memory block";

  private final PostgresBinaries binaries;
  private final RunAs runAs;
  private final DataDirectory directory;

  DaemonServer(PostgresBinaries binaries, RunAs runAs, DataDirectory directory) {
    this.binaries = binaries;
    this.runAs = runAs;
    this.directory = directory;
  }

  /** The running server, after it has come up if it is about to; empty if there is none. */
  Optional<PostmasterFile> running() throws IOException {
    long start = System.nanoTime();
    while (System.nanoTime() - start < Duration.ofSeconds(SECONDS).toNanos()) {
      Optional<PostmasterFile> file = PostmasterFile.read(directory.postgres());
      if (file.isEmpty() || !isOurs(file.get().pid())) {
        return Optional.empty();
      }
      if (file.get().ready()) {
        return file;
      }
      pause();
    }
    throw new EmbeddedPostgresException(
        "PostgreSQL in %s has neither started nor stopped in %d s. See %s."
            .formatted(directory.path(), SECONDS, directory.log()));
  }

  /**
   * Starts the server. On a port that was just taken, or beside dying old children, tries again.
   */
  PostmasterFile start() throws IOException {
    removeStalePid();
    for (int attempt = 1; ; attempt++) {
      Commands.Result result = attempt();
      Optional<PostmasterFile> running = running();
      if (result.ok() && running.isPresent()) {
        directory.rememberPort(running.get().port());
        return running.get();
      }
      String log = Diagnosis.log(directory.log());
      boolean passing = log.contains(Diagnosis.PORT_TAKEN) || log.contains(OLD_CHILDREN);
      if (!passing || attempt == ATTEMPTS) {
        String output = result.output() + "\n" + log + "\n" + fullDisk();
        throw new EmbeddedPostgresException(
            Diagnosis.of("PostgreSQL did not start in " + directory.path(), output));
      }
      pause();
    }
  }

  /** On a full disk not even the log can say so. */
  private String fullDisk() throws IOException {
    long left = Files.getFileStore(directory.path()).getUsableSpace();
    return left < ALMOST_FULL ? "No space left on device: " + left + " bytes" : "";
  }

  private Commands.Result attempt() throws IOException {
    new Cluster(binaries, runAs, directory.postgres()).configure(settings());
    directory.rotateLog();
    runAs.own(directory.path());
    return pgCtl("start", "-l", "server.log");
  }

  /** Returns false if it goes on, because it did not stop in time. */
  boolean stop() {
    return pgCtl("stop", "-m", "fast").ok();
  }

  private Commands.Result pgCtl(String verb, String option, String value) {
    List<String> command =
        runAs.command(
            binaries.program("pg_ctl"),
            verb,
            "-D",
            "postgres",
            option,
            value,
            "-w",
            "-s",
            "-t",
            Integer.toString(SECONDS));
    return Commands.run(command, directory.path(), PG_CTL);
  }

  private Map<String, String> settings() throws IOException {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("listen_addresses", "127.0.0.1");
    settings.put("port", Integer.toString(directory.preferredPort()));
    settings.put("unix_socket_directories", "");
    settings.put("max_connections", "100");
    return settings;
  }

  /**
   * After a crash of the machine the process id in the file may belong to somebody else by now.
   * PostgreSQL would believe in a running server then and refuse to start.
   */
  private void removeStalePid() throws IOException {
    Optional<PostmasterFile> file = PostmasterFile.read(directory.postgres());
    if (file.isPresent() && ProcessHandle.of(file.get().pid()).isPresent()) {
      Files.deleteIfExists(directory.postgres().resolve("postmaster.pid"));
    }
  }

  /** A server works in its data directory, and nobody else is likely to. */
  private boolean isOurs(long pid) throws IOException {
    if (!new ServerProcesses(pid).isRunning()) {
      return false;
    }
    Path cwd = Path.of("/proc", Long.toString(pid), "cwd");
    if (Files.isSymbolicLink(cwd)) {
      return Files.readSymbolicLink(cwd).equals(directory.postgres().toRealPath());
    }
    String command = ProcessHandle.of(pid).flatMap(handle -> handle.info().command()).orElse("");
    return command.endsWith("postgres");
  }

  private static void pause() {
    try {
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new EmbeddedPostgresException("Interrupted while waiting for PostgreSQL.", e);
    }
  }
}
