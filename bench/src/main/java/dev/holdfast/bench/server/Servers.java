package dev.holdfast.bench.server;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * How each of the peers' servers is started: as its package leaves it, but for where it listens.
 */
public final class Servers {

  private static final int ANSWER_MILLIS = 5_000;

  private Servers() {}

  /** One member; every write is on the disk before it is answered, which is etcd's default. */
  public static LocalServer etcd() throws IOException, InterruptedException {
    String program = LocalServer.program("etcd").orElseThrow().toString();
    String peers = "http://127.0.0.1:" + LocalServer.freePort();
    return LocalServer.start(
        "etcd",
        (directory, port) ->
            List.of(
                program,
                "--data-dir=" + directory.resolve("data"),
                "--listen-client-urls=http://127.0.0.1:" + port,
                "--advertise-client-urls=http://127.0.0.1:" + port,
                "--listen-peer-urls=" + peers,
                "--initial-advertise-peer-urls=" + peers,
                "--initial-cluster=default=" + peers),
        Servers::isHealthyEtcd);
  }

  /** Nothing is ever written to the disk. */
  public static LocalServer redisInMemory() throws IOException, InterruptedException {
    return redis("--appendonly", "no");
  }

  /** Every write is on the disk before it is answered. */
  public static LocalServer redisDurable() throws IOException, InterruptedException {
    return redis("--appendonly", "yes", "--appendfsync", "always");
  }

  /** One server; every write is on the disk before it is answered, which is its default. */
  public static LocalServer zooKeeper() throws IOException, InterruptedException {
    return LocalServer.start("zookeeper", Servers::zooKeeperCommand, Servers::isServingZooKeeper);
  }

  private static LocalServer redis(String... persistence) throws IOException, InterruptedException {
    String program = LocalServer.program("redis-server").orElseThrow().toString();
    return LocalServer.start(
        "redis",
        (directory, port) -> {
          List<String> command = new ArrayList<>(List.of(program, "--port", String.valueOf(port)));
          command.addAll(List.of("--bind", "127.0.0.1", "--dir", directory.toString()));
          command.addAll(List.of("--save", ""));
          command.addAll(List.of(persistence));
          return command;
        },
        port -> ask(port, "PING\r\n").contains("PONG"));
  }

  private static List<String> zooKeeperCommand(Path directory, int port) throws IOException {
    Path settings = directory.resolve("zoo.cfg");
    Files.writeString(
        settings,
        """
        tickTime=2000
        dataDir=%s
        clientPortAddress=127.0.0.1
        clientPort=%d
        admin.enableServer=false
        """
            .formatted(directory.resolve("data"), port));
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-cp",
        System.getProperty("java.class.path"),
        "org.apache.zookeeper.server.ZooKeeperServerMain",
        settings.toString());
  }

  private static boolean isHealthyEtcd(int port) throws IOException {
    try (RawHttp http = new RawHttp(port, "")) {
      return http.send("GET", "/health", "", "").body().contains("true");
    }
  }

  private static boolean isServingZooKeeper(int port) throws IOException {
    return ask(port, "srvr").contains("Mode: standalone");
  }

  private static String ask(int port, String question) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout(ANSWER_MILLIS);
      socket.getOutputStream().write(question.getBytes(US_ASCII));
      byte[] answer = new byte[4_096];
      int length = socket.getInputStream().read(answer);
      return length < 0 ? "" : new String(answer, 0, length, US_ASCII);
    }
  }
}
