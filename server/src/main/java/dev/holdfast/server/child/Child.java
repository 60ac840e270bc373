package dev.holdfast.server.child;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A started command. It has this process's standard streams and was started without a shell. */
public final class Child {
  private final Process process;
  private final ProcessTree tree;
  private final boolean ownSession;

  private Child(Process process, boolean ownSession) {
    this.process = process;
    this.ownSession = ownSession;
    this.tree = new ProcessTree(process.toHandle(), ownSession);
  }

  /** The guardian, if there is one, knows of the command before the command does anything. */
  public static Child start(
      List<String> command, Map<String, String> environment, @Nullable Guardian guardian)
      throws IOException {
    boolean ownSession = Executable.helper("setsid").isPresent() && !Terminal.inForeground();
    List<String> line = new ArrayList<>();
    if (ownSession) {
      // Never forks here: a process that Java starts leads no group. So the pid is the command's.
      line.addAll(List.of("setsid", "--"));
    }
    if (guardian != null) {
      line.addAll(guardian.introduction(ownSession));
    }
    line.addAll(command);
    ProcessBuilder builder = new ProcessBuilder(line).inheritIO();
    builder.environment().putAll(environment);
    Process process = builder.start();
    try {
      if (guardian != null) {
        guardian.started(process.pid(), ownSession);
      }
      return new Child(process, ownSession);
    } catch (IOException e) {
      process.destroyForcibly();
      throw e;
    }
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  void onExit(Runnable action) {
    var unused = process.onExit().thenRun(action);
  }

  /** The exit code; 128 + n for a death by signal n, as shells say it. */
  int exitCode() throws InterruptedException {
    return process.waitFor();
  }

  /** Ctrl-C in a terminal has reached the command already; a second INT often means "at once". */
  void forward(String signal) throws IOException, InterruptedException {
    boolean hasIt = signal.equals("INT") && !ownSession && Terminal.inForeground();
    if (signal.equals("TERM")) {
      process.destroy(); // needs no other process, which may be what the machine is short of
    } else if (!hasIt) {
      Signals.send(signal, process.pid());
    }
  }

  Set<Long> running() {
    return tree.running();
  }

  /** TERM, without waiting. */
  public void askToEnd() {
    process.destroy();
  }

  /** Ends it and all that it started; who is left after that. */
  public Set<Long> end(Duration grace) throws InterruptedException {
    return tree.end(grace);
  }
}
