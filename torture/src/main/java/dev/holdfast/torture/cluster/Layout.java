package dev.holdfast.torture.cluster;

import dev.holdfast.embedded.PostgresBinaries;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The directory of a server: {@code data/}, {@code server.log}, and which programs and port go with
 * it.
 */
public record Layout(PostgresBinaries binaries, Path home, int port) {
  private static final Duration INITDB = Duration.ofMinutes(3);
  private static final int LOG_LINES = 15;

  /** An empty one with a free port. */
  static Layout fresh(PostgresBinaries binaries) {
    try {
      Path home = Files.createTempDirectory("holdfast-torture-postgres-");
      Unprivileged.own(home);
      return new Layout(binaries, home, freePort());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  public Path data() {
    return home.resolve("data");
  }

  Path log() {
    return home.resolve("server.log");
  }

  String program(String name) {
    return binaries.program(name).toString();
  }

  /** Makes the cluster, with these arguments of initdb besides. */
  void init(String... more) {
    List<String> command =
        new ArrayList<>(
            Unprivileged.command(
                program("initdb"), "-D", data().toString(), "-U", Instance.USER, "-A", "trust"));
    command.addAll(List.of("--encoding=UTF8", "--no-locale", "--no-sync"));
    command.addAll(List.of(more));
    Shell.run(INITDB, command);
  }

  /** Adds settings; later ones win. */
  void configure(Map<String, String> settings) {
    Map<String, String> all = new LinkedHashMap<>();
    all.put("listen_addresses", "127.0.0.1");
    all.put("port", Integer.toString(port));
    all.put("unix_socket_directories", "");
    all.put("dynamic_shared_memory_type", "mmap");
    all.putAll(settings);
    StringBuilder lines = new StringBuilder("\n");
    all.forEach((name, value) -> lines.append(name + " = '" + value + "'\n"));
    try {
      Files.writeString(data().resolve("postgresql.conf"), lines, StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** How far the server's log goes; what is written from now on is behind it. */
  public long logEnd() {
    try {
      return Files.size(log());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** How many lines of the log behind this place have this text. */
  public long logged(long from, String text) {
    try {
      return new String(behind(from), StandardCharsets.ISO_8859_1)
          .lines()
          .filter(line -> line.contains(text))
          .count();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private byte[] behind(long from) throws IOException {
    try (InputStream log = Files.newInputStream(log())) {
      log.skipNBytes(from);
      return log.readAllBytes();
    }
  }

  String lastLog() {
    try {
      List<String> lines = Files.readAllLines(log());
      return String.join("\n", lines.subList(Math.max(0, lines.size() - LOG_LINES), lines.size()));
    } catch (IOException e) {
      return "(no log: " + e.getMessage() + ")";
    }
  }
}
