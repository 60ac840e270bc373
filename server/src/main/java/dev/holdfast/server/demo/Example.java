package dev.holdfast.server.demo;

import dev.holdfast.server.child.Child;
import dev.holdfast.server.child.Guardian;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One of the example applications, in a JVM of its own.
 *
 * @param name as people call it
 * @param port where it listens, or will
 * @param guardian ends it if this JVM can't; null where there is none
 */
record Example(String name, int port, Child child, @Nullable Guardian guardian) {

  private static final Pattern JAR = Pattern.compile("holdfast-example-(.+?)-\\d.*");
  private static final Duration GRACE = Duration.ofSeconds(5);
  private static final Duration A_LONG_TIME = Duration.ofDays(30);
  private static final long LOOK_EVERY_MILLIS = 200;

  /** Small, and quickly started: five of them share a machine with all the rest. */
  private static final List<String> MODEST =
      List.of("-Xmx128m", "-Xss512k", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");

  private static final List<String> OPTIONS =
      List.of(
          "--load",
          "--server.address=127.0.0.1",
          "--spring.datasource.url=embedded",
          "--spring.datasource.hikari.maximum-pool-size=6",
          "--spring.main.banner-mode=off",
          "--logging.level.root=error");

  static String nameOf(Path jar) {
    String file = String.valueOf(jar.getFileName());
    Matcher found = JAR.matcher(file);
    return found.matches() ? found.group(1) : file;
  }

  static Example start(Path jar, Path data) throws IOException {
    int port = freePort();
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(MODEST);
    command.addAll(List.of("-jar", jar.toString()));
    command.addAll(OPTIONS);
    command.add("--server.port=" + port);
    Guardian guardian = Guardian.start(GRACE).orElse(null);
    if (guardian != null) {
      guardian.left(A_LONG_TIME);
    }
    Map<String, String> environment = Map.of("HOLDFAST_DATA", data.toAbsolutePath().toString());
    return new Example(nameOf(jar), port, Child.start(command, environment, guardian), guardian);
  }

  /** Chosen here and not by the application, so that it can be told; taken by it soon after. */
  private static int freePort() throws IOException {
    try (ServerSocket any = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return any.getLocalPort();
    }
  }

  /** Whether it listens; it has ended, or the time is over, if not. */
  boolean comesUp(Duration within) throws InterruptedException {
    long end = System.nanoTime() + within.toNanos();
    while (child.isAlive() && System.nanoTime() - end < 0) {
      if (isListening()) {
        return true;
      }
      TimeUnit.MILLISECONDS.sleep(LOOK_EVERY_MILLIS);
    }
    return false;
  }

  private boolean isListening() {
    try (Socket probe = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return probe.isConnected();
    } catch (IOException notYet) {
      return false;
    }
  }

  boolean isAlive() {
    return child.isAlive();
  }

  void askToEnd() {
    child.askToEnd();
  }

  void end() throws InterruptedException {
    child.end(GRACE);
    if (guardian != null) {
      guardian.close();
    }
  }
}
