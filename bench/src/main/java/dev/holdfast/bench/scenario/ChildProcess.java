package dev.holdfast.bench.scenario;

import dev.holdfast.bench.measure.Turn;
import dev.holdfast.bench.peer.Address;
import dev.holdfast.bench.peer.Peer;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A second process with callers of its own. The address goes through its standard input, where no
 * list of processes shows it; when that ends, so does the child.
 */
public final class ChildProcess implements AutoCloseable {

  public static final String READY = "ready";
  public static final String DONE = "done";

  private final Process process;
  private final BufferedReader from;
  private final BufferedWriter to;

  private ChildProcess(Process process) {
    this.process = process;
    this.from = process.inputReader();
    this.to = process.outputWriter();
  }

  public static ChildProcess start(Peer peer, Address address, HotKey key) throws IOException {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    Process process =
        new ProcessBuilder(
                java,
                "-Xmx256m",
                "-cp",
                System.getProperty("java.class.path"),
                ChildMain.class.getName())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    ChildProcess child = new ChildProcess(process);
    child.say(peer.name());
    child.say(address.url());
    child.say(address.user());
    child.say(key.resource());
    child.say(key.firstCaller() + " " + key.callers());
    return child;
  }

  public ProcessHandle handle() {
    return process.toHandle();
  }

  public void awaitReady() throws IOException {
    if (!READY.equals(from.readLine())) {
      throw new IOException("the second process did not start; its error is above");
    }
  }

  /** For so long, and the key is held for so long each time. */
  public void go(Duration length, Duration hold) throws IOException {
    say(length.toNanos() + " " + hold.toNanos());
  }

  /** What it did since {@link #go}. */
  public List<Turn> turns() throws IOException {
    List<Turn> turns = new ArrayList<>();
    for (String line = from.readLine(); !DONE.equals(line); line = from.readLine()) {
      if (line == null) {
        throw new IOException("the second process ended early; its error is above");
      }
      turns.add(Turn.parse(line));
    }
    return turns;
  }

  @Override
  public void close() throws IOException {
    to.close();
    try {
      process.waitFor(10, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      process.destroyForcibly();
    }
  }

  private void say(String line) throws IOException {
    to.write(line);
    to.newLine();
    to.flush();
  }
}
