package dev.holdfast.testkit.process;

import dev.holdfast.testkit.Eventually;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The machine's PgBouncer before a server, on a free port, with a directory of its own. */
public final class PgBouncer implements AutoCloseable {
  private static final Duration START = Duration.ofSeconds(15);

  private final Process process;
  private final Path directory;
  private final InetSocketAddress address;

  private PgBouncer(Process process, Path directory, InetSocketAddress address) {
    this.process = process;
    this.directory = directory;
    this.address = address;
  }

  /** The program, if it is installed. */
  public static Optional<Path> program() {
    String path = System.getenv().getOrDefault("PATH", "");
    return Stream.concat(Stream.of(path.split(":")), Stream.of("/usr/sbin"))
        .map(directory -> Path.of(directory, "pgbouncer"))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /** How long a client keeps its server connection. */
  public enum Mode {
    SESSION,
    TRANSACTION
  }

  /** Starts one before this server. */
  public static PgBouncer start(InetSocketAddress server, String user, Mode mode)
      throws IOException {
    Path directory = Files.createTempDirectory("holdfast-pgbouncer");
    // It gives up root for a user who has to read these files.
    Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
    int port = freePort();
    Path users = Files.writeString(directory.resolve("users"), "\"" + user + "\" \"\"\n");
    Path settings = directory.resolve("pgbouncer.ini");
    Files.writeString(settings, settings(server.getPort(), port, users, mode));
    List<String> command = new ArrayList<>(List.of(program().orElseThrow().toString()));
    if (System.getProperty("user.name").equals("root")) {
      command.addAll(List.of("-u", "nobody"));
    }
    command.add(settings.toString());
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("log").toFile())
            .start();
    PgBouncer started =
        new PgBouncer(
            process, directory, new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    Eventually.holds("PgBouncer listens on port " + port, START, started::listens);
    return started;
  }

  private static String settings(int serverPort, int port, Path users, Mode mode) {
    return """
        [databases]
        * = host=127.0.0.1 port=%d
        [pgbouncer]
        listen_addr = 127.0.0.1
        listen_port = %d
        unix_socket_dir =
        auth_type = trust
        auth_file = %s
        pool_mode = %s
        max_client_conn = 500
        default_pool_size = 20
        ignore_startup_parameters = extra_float_digits
        """
        .formatted(serverPort, port, users, mode.name().toLowerCase(Locale.ROOT));
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private boolean listens() throws IOException {
    if (!process.isAlive()) {
      throw new IOException("PgBouncer ended: " + Files.readString(directory.resolve("log")));
    }
    try (Socket socket = new Socket()) {
      socket.connect(address, 1_000);
      return true;
    } catch (IOException notYet) {
      return false;
    }
  }

  /** Where clients connect. */
  public InetSocketAddress address() {
    return address;
  }

  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(5, TimeUnit.SECONDS)) {
        process.destroyForcibly().waitFor(5, TimeUnit.SECONDS);
      }
      try (Stream<Path> files = Files.list(directory)) {
        for (Path file : files.toList()) {
          Files.delete(file);
        }
      }
      Files.delete(directory);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
