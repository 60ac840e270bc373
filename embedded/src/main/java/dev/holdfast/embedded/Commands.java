package dev.holdfast.embedded;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Runs short commands, each with a deadline, and sends signals. */
final class Commands {

  /** What a command answered: its exit status and all that it printed. */
  record Result(int status, String output) {
    boolean ok() {
      return status == 0;
    }
  }

  private Commands() {}

  /**
   * A builder without the caller's PG… variables, which would steer the tools, in plain English.
   */
  static ProcessBuilder builder(List<String> command) {
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().keySet().removeIf(key -> key.startsWith("PG"));
    builder.environment().put("LC_ALL", "C");
    return builder;
  }

  static Result run(List<String> command, Duration timeout) {
    return run(command, null, timeout);
  }

  /**
   * Runs a command to its end. The output goes through a file, not a pipe: a daemon that the
   * command leaves behind would keep a pipe open, and reading it would never end.
   */
  static Result run(List<String> command, @Nullable Path directory, Duration timeout) {
    try {
      Path output = Files.createTempFile("holdfast-", ".out");
      try {
        ProcessBuilder builder = builder(command).redirectErrorStream(true);
        if (directory != null) {
          builder.directory(directory.toFile());
        }
        Process process = builder.redirectOutput(output.toFile()).start();
        process.getOutputStream().close();
        int status = await(process, command, timeout);
        return new Result(status, Files.readString(output, StandardCharsets.UTF_8).strip());
      } finally {
        Files.deleteIfExists(output);
      }
    } catch (IOException e) {
      throw new EmbeddedPostgresException(
          "Cannot run " + command.get(0) + ": " + e.getMessage() + ".", e);
    }
  }

  /** Sends a signal, by the shell's own {@code kill}; processes that are gone are no error. */
  static void signal(String signal, Collection<Long> pids) {
    List<String> command = new ArrayList<>();
    command.addAll(
        List.of("sh", "-c", "for p; do kill -" + signal + " \"$p\" 2>&-; done; :", "sh"));
    pids.forEach(pid -> command.add(Long.toString(pid)));
    run(command, Duration.ofSeconds(10));
  }

  private static int await(Process process, List<String> command, Duration timeout) {
    try {
      if (process.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS)) {
        return process.exitValue();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      process.destroyForcibly();
      throw new EmbeddedPostgresException("Interrupted while running " + command.get(0) + ".", e);
    }
    process.destroyForcibly();
    throw new EmbeddedPostgresException(
        command.get(0) + " did not end within " + timeout.toSeconds() + " s and was killed.");
  }
}
