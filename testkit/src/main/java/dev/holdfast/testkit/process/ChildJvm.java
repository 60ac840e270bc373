package dev.holdfast.testkit.process;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * Another JVM with this one's class path, for tests of what only a process can do: die, stop, share
 * nothing.
 *
 * <p>It is spoken to in lines: {@link #ask} writes one to its standard input and awaits one from
 * its standard output. The main class must end when its input ends. {@link #close()} always ends
 * the process, also one that is stopped. Thread-safe as long as one thread at a time asks.
 */
public final class ChildJvm implements AutoCloseable {
  private static final int MAX_UNREAD_LINES = 10_000;
  private static final Duration END = Duration.ofSeconds(10);
  // Not a line that a child can send: it marks the end of its output.
  private static final String ENDED = "\nended";

  private final String name;
  private final Process process;
  private final OutputStream input;
  private final BlockingQueue<String> lines = new LinkedBlockingQueue<>(MAX_UNREAD_LINES);
  private final Tail errors = new Tail();
  private final List<Thread> readers;

  private ChildJvm(String name, Process process) {
    this.name = name + " (process " + process.pid() + ")";
    this.process = process;
    this.input = process.getOutputStream();
    String threads = "holdfast-child-" + process.pid();
    this.readers =
        List.of(
            Lines.read(threads + "-out", process.getInputStream(), this::keep, () -> keep(ENDED)),
            Lines.read(threads + "-err", process.getErrorStream(), errors::add, () -> {}));
  }

  /** Starts {@code main} with these arguments in a JVM of its own. */
  public static ChildJvm start(Class<?> main, String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    // Small and quick to start: tests run several of these on few cores.
    command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx256m"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    command.addAll(List.of(arguments));
    try {
      return new ChildJvm(main.getSimpleName(), new ProcessBuilder(command).start());
    } catch (IOException e) {
      throw new UncheckedIOException("No JVM could be started for " + main.getName(), e);
    }
  }

  /** False where processes can't be stopped and continued (on Windows). */
  public static boolean canStop() {
    return Signals.available();
  }

  public long pid() {
    return process.pid();
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  /** Whether it stands still, as the kernel sees it. */
  public boolean isStopped() {
    return isAlive() && Signals.isStopped(pid());
  }

  /** What the child wrote to standard error, its last lines. */
  public String errors() {
    return errors.toString();
  }

  /** Writes a line to the child and awaits the next line from it. */
  public String ask(String line, Duration within) {
    tell(line);
    return hear(within);
  }

  /** Writes a line to the child. */
  public void tell(String line) {
    try {
      input.write((line + "\n").getBytes(StandardCharsets.UTF_8));
      input.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(name + " does not listen any more. " + errors(), e);
    }
  }

  /** The next line from the child. */
  public String hear(Duration within) {
    String line;
    try {
      line = lines.poll(within.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Interrupted while listening to " + name, e);
    }
    if (line == null) {
      throw new AssertionError(name + " said nothing for " + within + ". " + errors());
    }
    if (line.equals(ENDED)) {
      keep(ENDED);
      throw new AssertionError(name + " has ended. " + errors());
    }
    return line;
  }

  private void keep(String line) {
    if (!lines.offer(line)) {
      errors.add("(a line of output was dropped: nobody read the " + MAX_UNREAD_LINES + " before)");
    }
  }

  /** kill -9, and waits until the process is gone. */
  public void kill() {
    process.destroyForcibly();
    if (!awaitEnd(END)) {
      throw new IllegalStateException(name + " survived being killed");
    }
  }

  /** SIGSTOP: the process stands still, its connections stay open. */
  public void stop() {
    Signals.stop(pid());
  }

  /** SIGCONT: the process goes on and knows nothing of the pause. */
  public void cont() {
    Signals.cont(pid());
  }

  /** Waits for the process to end by itself. */
  public boolean awaitEnd(Duration within) {
    try {
      return process.waitFor(within.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  public int exitCode() {
    return process.exitValue();
  }

  /** Kills the process, if it still runs. */
  @Override
  public void close() {
    process.destroyForcibly();
    awaitEnd(END);
    for (Thread reader : readers) {
      try {
        reader.join(END.toMillis());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  @Override
  public String toString() {
    return name;
  }
}
