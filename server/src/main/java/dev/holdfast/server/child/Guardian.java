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
  private final long pid;
  private final Writer lines;

  private Guardian(Process process) {
    this.pid = process.pid();
    this.lines = process.outputWriter(StandardCharsets.US_ASCII);
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
    line.addAll(
        List.of("bash", "-p", "-c", script("guardian.sh"), "holdfast-guardian", millis(grace)));
    Process process =
        new ProcessBuilder(line)
            .redirectOutput(Redirect.DISCARD)
            .redirectError(Redirect.INHERIT)
            .start();
    return Optional.of(new Guardian(process));
  }

  /** What to put in front of a command, so that it makes itself known before it does anything. */
  List<String> introduction(boolean ownSession) throws IOException {
    if (!ProcStat.available()) {
      return List.of(); // the guardian's pipe cannot be reached by name: see started
    }
    // -p: nothing in the environment makes this bash do more than its few lines.
    return List.of(
        "bash",
        "-p",
        "-c",
        script("start.sh"),
        "holdfast",
        Long.toString(pid),
        Long.toString(ProcessHandle.current().pid()),
        mode(ownSession));
  }

  /** For a command that could not make itself known. */
  void started(long command, boolean ownSession) throws IOException {
    if (!ProcStat.available()) {
      tell("child " + command + " " + mode(ownSession));
    }
  }

  private static String mode(boolean ownSession) {
    return ownSession ? "group" : "tree";
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

  private static String script(String name) throws IOException {
    try (InputStream in = Guardian.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IOException(name + " is missing from this build of holdfast");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
