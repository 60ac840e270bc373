package dev.holdfast.torture.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Commands of the machine, each with a bound, and signals. */
public final class Shell {
  private static final Duration SIGNAL = Duration.ofSeconds(10);

  private Shell() {}

  /** Runs a command to its end and answers what it printed; anything but success is an error. */
  public static String run(Duration within, List<String> command) {
    try {
      Path output = Files.createTempFile("holdfast-torture", ".out");
      try {
        int status = await(within, command, output);
        String text = Files.readString(output).strip();
        if (status != 0) {
          throw new IllegalStateException(
              "%s ended with %d: %s".formatted(String.join(" ", command), status, text));
        }
        return text;
      } finally {
        Files.deleteIfExists(output);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("can't run " + command.get(0), e);
    }
  }

  public static boolean works(String... command) {
    try {
      run(SIGNAL, List.of(command));
      return true;
    } catch (IllegalStateException | UncheckedIOException e) {
      return false;
    }
  }

  // Through a file, not a pipe: a daemon that the command leaves behind would keep a pipe open.
  private static int await(Duration within, List<String> command, Path output) throws IOException {
    Process process =
        plain(command).redirectErrorStream(true).redirectOutput(output.toFile()).start();
    process.getOutputStream().close();
    try {
      if (process.waitFor(within.toMillis(), TimeUnit.MILLISECONDS)) {
        return process.exitValue();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    process.destroyForcibly();
    throw new IllegalStateException(command.get(0) + " did not end within " + within);
  }

  /** Without the caller's PG… variables, in plain English. */
  static ProcessBuilder plain(List<String> command) {
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().keySet().removeIf(key -> key.startsWith("PG"));
    builder.environment().put("LC_ALL", "C");
    return builder;
  }

  /** Sends a signal; processes that are gone are no error. */
  public static void signal(String signal, Collection<Long> pids) {
    List<String> command =
        new ArrayList<>(
            List.of("sh", "-c", "for p; do kill -" + signal + " \"$p\" 2>&-; done; :", "sh"));
    pids.forEach(pid -> command.add(Long.toString(pid)));
    run(SIGNAL, command);
  }
}
