package dev.holdfast.embedded;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * One run of a server that ends with this JVM, however the JVM ends. Between the two stands a small
 * shell that waits for a line from the JVM. If the pipe closes instead, because the JVM exited or
 * was killed, the shell stops the server and deletes its directory.
 */
final class WatchedServer {

  private static final Duration READY = Duration.ofSeconds(60);
  private static final long POLL_MILLIS = 10;

  /**
   * $1 the directory of it all, then the command. The line read names the signal to stop with. The
   * signals that a terminal sends to everybody are ignored only after the server was started, since
   * ignoring is inherited. A server that is paused must be woken to hear that it has to stop. A
   * killed one leaves a System V segment behind, which line 7 of its postmaster.pid names.
   */
  private static final String WATCH =
      """
      home=$1; shift
      "$@" </dev/null >>"$home/server.log" 2>&1 &
      server=$!
      trap '' HUP INT TERM
      echo "$server"
      read -r signal
      kill -CONT "$server"; kill -"${signal:-QUIT}" "$server"
      wait "$server"
      [ "$signal" ] && exit 0
      [ -f "$home/data/postmaster.pid" ] &&
        ipcrm -m "$(sed -n '7s/.* //p' "$home/data/postmaster.pid")"
      rm -rf "$home"
      """;

  private final Process shell;
  private final long pid;

  private WatchedServer(Process shell, long pid) {
    this.shell = shell;
    this.pid = pid;
  }

  /** Starts the server in {@code home/data} and waits until it is ready. */
  static WatchedServer start(PostgresBinaries binaries, RunAs runAs, Path home) throws IOException {
    Path data = home.resolve("data");
    List<String> command = new ArrayList<>(List.of("sh", "-c", WATCH, "sh", home.toString()));
    command.addAll(runAs.command(binaries.program("postgres"), "-D", data.toString()));
    Process shell =
        Commands.builder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    BufferedReader answer = shell.inputReader(StandardCharsets.US_ASCII);
    String pid = answer.readLine();
    if (pid == null) {
      throw new EmbeddedPostgresException("The shell that watches over PostgreSQL did not start.");
    }
    WatchedServer server = new WatchedServer(shell, Long.parseLong(pid));
    server.awaitReady(data, home.resolve("server.log"));
    return server;
  }

  long pid() {
    return pid;
  }

  ServerProcesses processes() {
    return new ServerProcesses(pid);
  }

  /** Stops the server; its directory stays. */
  void stop(String signal, Duration timeout) {
    end(signal + "\n", timeout);
  }

  /** Stops the server at once and deletes its directory. */
  void delete(Duration timeout) {
    end("", timeout);
  }

  private void end(String word, Duration timeout) {
    try (OutputStream out = shell.getOutputStream()) {
      out.write(word.getBytes(StandardCharsets.US_ASCII));
    } catch (IOException e) {
      if (shell.isAlive()) {
        throw new UncheckedIOException(e);
      }
    }
    try {
      if (!shell.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new EmbeddedPostgresException(
            "The PostgreSQL with process id " + pid + " did not stop in " + timeout + ".");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void awaitReady(Path data, Path log) throws IOException {
    long start = System.nanoTime();
    while (System.nanoTime() - start < READY.toNanos()) {
      var file = PostmasterFile.read(data);
      if (file.isPresent() && file.get().pid() == pid && file.get().ready()) {
        return;
      }
      if (!processes().isRunning()) {
        break;
      }
      pause();
    }
    stop(StopMode.IMMEDIATE.signal(), Duration.ofSeconds(10));
    throw new EmbeddedPostgresException(
        Diagnosis.of("PostgreSQL did not start in " + data, Diagnosis.log(log)));
  }

  private static void pause() {
    try {
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new EmbeddedPostgresException("Interrupted while PostgreSQL was starting.", e);
    }
  }
}
