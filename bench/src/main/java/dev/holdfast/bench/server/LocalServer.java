package dev.holdfast.bench.server;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A server on loopback in a process and a directory of its own; both are gone when it is closed.
 */
public final class LocalServer implements AutoCloseable {

  private static final int START_LOOKS = 400;
  private static final long PAUSE_MILLIS = 50;

  private final String name;
  private final Process process;
  private final Path directory;
  private final int port;

  private LocalServer(String name, Process process, Path directory, int port) {
    this.name = name;
    this.process = process;
    this.directory = directory;
    this.port = port;
  }

  /** What starts it in its directory, listening on that port. */
  @FunctionalInterface
  interface Command {
    List<String> of(Path directory, int port) throws IOException;
  }

  /** Whether it answers on that port; a failure is a no. */
  @FunctionalInterface
  interface Probe {
    boolean answers(int port) throws IOException;
  }

  static LocalServer start(String name, Command command, Probe probe)
      throws IOException, InterruptedException {
    Path directory = Files.createTempDirectory("holdfast-" + name);
    int port = freePort();
    Process process =
        new ProcessBuilder(command.of(directory, port))
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("log").toFile())
            .start();
    // An interrupted run leaves no server behind.
    Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
    LocalServer server = new LocalServer(name, process, directory, port);
    server.awaitAnswer(probe);
    return server;
  }

  /** Where a program of that name is, on the path or where Debian keeps servers. */
  public static Optional<Path> program(String name) {
    String path = System.getenv().getOrDefault("PATH", "") + ":/usr/sbin";
    return Stream.of(path.split(":", -1))
        .map(folder -> Path.of(folder, name))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /** The first line of what a program says of its version, if it is there. */
  public static Optional<String> version(String name) throws IOException {
    Optional<Path> program = program(name);
    if (program.isEmpty()) {
      return Optional.empty();
    }
    Process process = new ProcessBuilder(program.get().toString(), "--version").start();
    try (BufferedReader lines = process.inputReader()) {
      return Optional.ofNullable(lines.readLine());
    }
  }

  public int port() {
    return port;
  }

  public ProcessHandle handle() {
    return process.toHandle();
  }

  static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private void awaitAnswer(Probe probe) throws IOException, InterruptedException {
    for (int look = 0; look < START_LOOKS && process.isAlive(); look++) {
      if (answers(probe)) {
        return;
      }
      TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
    }
    String log = Files.readString(directory.resolve("log"));
    close();
    throw new IOException(name + " did not start: " + log);
  }

  private boolean answers(Probe probe) {
    try {
      return probe.answers(port);
    } catch (IOException | RuntimeException notYet) {
      return false;
    }
  }

  @Override
  public void close() throws IOException {
    process.destroy();
    try {
      if (!process.waitFor(10, TimeUnit.SECONDS)) {
        process.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
