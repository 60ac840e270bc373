package dev.holdfast.bench.server;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The machine's etcd, one member, as it is installed: every write is on the disk. */
public final class Etcd implements AutoCloseable {

  private static final int START_LOOKS = 200;
  private static final long PAUSE_MILLIS = 50;

  private final Process process;
  private final Path directory;
  private final int port;

  private Etcd(Process process, Path directory, int port) {
    this.process = process;
    this.directory = directory;
    this.port = port;
  }

  public static Optional<Path> program() {
    return Stream.of(System.getenv().getOrDefault("PATH", "").split(":", -1))
        .map(folder -> Path.of(folder, "etcd"))
        .filter(Files::isExecutable)
        .findFirst();
  }

  public static Etcd start() throws IOException, InterruptedException {
    Path directory = Files.createTempDirectory("holdfast-etcd");
    int port = freePort();
    String clients = "http://127.0.0.1:" + port;
    String peers = "http://127.0.0.1:" + freePort();
    Process process =
        new ProcessBuilder(
                List.of(
                    program().orElseThrow().toString(),
                    "--data-dir=" + directory.resolve("data"),
                    "--listen-client-urls=" + clients,
                    "--advertise-client-urls=" + clients,
                    "--listen-peer-urls=" + peers,
                    "--initial-advertise-peer-urls=" + peers,
                    "--initial-cluster=default=" + peers))
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("log").toFile())
            .start();
    Etcd etcd = new Etcd(process, directory, port);
    for (int look = 0; look < START_LOOKS && process.isAlive(); look++) {
      if (etcd.answers()) {
        return etcd;
      }
      TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
    }
    String log = Files.readString(directory.resolve("log"));
    etcd.close();
    throw new IOException("etcd did not start: " + log);
  }

  public int port() {
    return port;
  }

  public ProcessHandle handle() {
    return process.toHandle();
  }

  private boolean answers() {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        RawHttp http = new RawHttp(port, "")) {
      return socket.isConnected() && http.send("GET", "/health", "", "").body().contains("true");
    } catch (IOException | RuntimeException notYet) {
      return false;
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  @Override
  public void close() throws IOException {
    process.destroy();
    try {
      if (!process.waitFor(5, TimeUnit.SECONDS)) {
        process.destroyForcibly().waitFor(5, TimeUnit.SECONDS);
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
