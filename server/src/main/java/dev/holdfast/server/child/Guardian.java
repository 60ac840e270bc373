package dev.holdfast.server.child;

import java.io.IOException;
import java.io.InputStream;
import java.io.Writer;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The dead man's switch: a process of a few lines of bash that outlives this JVM. */
public final class Guardian implements AutoCloseable {
  private final Writer lines;

  private Guardian(Writer lines) {
    this.lines = lines;
  }

  /** Starts one; empty where there is no bash, and then nobody survives a SIGKILL of this JVM. */
  public static Optional<Guardian> start(Duration grace) throws IOException {
    if (Executable.helper("bash").isEmpty()) {
      return Optional.empty();
    }
    List<String> line = new ArrayList<>();
    if (Executable.helper("setsid").isPresent()) {
      // A signal to the group of this JVM, or from its terminal, must not reach the guardian.
      line.addAll(List.of("setsid", "--"));
    }
    line.addAll(List.of("bash", "-c", script(), "holdfast-guardian", millis(grace)));
    Process process =
        new ProcessBuilder(line)
            .redirectOutput(Redirect.DISCARD)
            .redirectError(Redirect.INHERIT)
            .start();
    return Optional.of(new Guardian(process.outputWriter(StandardCharsets.US_ASCII)));
  }

  void watch(long pid, boolean ownSession) throws IOException {
    tell("child " + pid + " " + (ownSession ? "group" : "tree"));
  }

  /** From now on the command may run this long. */
  public void left(Duration left) throws IOException {
    tell("left " + millis(left));
  }

  /** The command has ended. Nobody reads this when the guardian has gone: that is fine then. */
  @Override
  public void close() {
    try (Writer last = lines) {
      last.write("done\n");
    } catch (IOException gone) {
      return;
    }
  }

  private void tell(String line) throws IOException {
    lines.write(line + "\n");
    lines.flush();
  }

  private static String millis(Duration duration) {
    return Long.toString(Math.max(1, duration.toMillis()));
  }

  private static String script() throws IOException {
    try (InputStream in = Guardian.class.getResourceAsStream("guardian.sh")) {
      if (in == null) {
        throw new IOException("guardian.sh is missing from this build of holdfast");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
