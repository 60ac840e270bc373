package dev.holdfast.server.demo;

import dev.holdfast.server.child.Child;
import dev.holdfast.server.child.Guardian;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The example applications, each in a JVM of its own, on the demo's database and under load of
 * their own. They end with the demo, however it ends.
 */
public final class Examples implements AutoCloseable {

  private static final Duration GRACE = Duration.ofSeconds(5);
  private static final Duration A_LONG_TIME = Duration.ofDays(30);

  /** Small, and quickly started: five of them share a machine with all the rest. */
  private static final List<String> MODEST =
      List.of("-Xmx128m", "-Xss512k", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");

  private static final List<String> OPTIONS =
      List.of(
          "--load",
          "--server.port=0",
          "--server.address=127.0.0.1",
          "--spring.datasource.url=embedded",
          "--spring.datasource.hikari.maximum-pool-size=6",
          "--spring.main.banner-mode=off",
          "--logging.level.root=error");

  private record Running(Child child, @Nullable Guardian guardian) {}

  private final List<Running> running = new ArrayList<>();

  private Examples() {}

  /**
   * Starts what is there.
   *
   * @param jars where the applications are
   * @param data the directory of the demo's PostgreSQL
   */
  public static Examples start(Path jars, Path data) throws IOException {
    Examples examples = new Examples();
    for (Path jar : jarsIn(jars)) {
      List<String> command = new ArrayList<>();
      command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
      command.addAll(MODEST);
      command.addAll(List.of("-jar", jar.toString()));
      command.addAll(OPTIONS);
      examples.start(command, Map.of("HOLDFAST_DATA", data.toAbsolutePath().toString()));
    }
    return examples;
  }

  private static List<Path> jarsIn(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.filter(file -> file.toString().endsWith("-app.jar")).sorted().toList();
    }
  }

  private void start(List<String> command, Map<String, String> environment) throws IOException {
    Guardian guardian = Guardian.start(GRACE).orElse(null);
    if (guardian != null) {
      guardian.left(A_LONG_TIME);
    }
    running.add(new Running(Child.start(command, environment, guardian), guardian));
  }

  public int count() {
    return running.size();
  }

  @Override
  public void close() {
    try {
      for (Running each : running) {
        each.child.askToEnd();
      }
      for (Running each : running) {
        each.child.end(GRACE);
        if (each.guardian != null) {
          each.guardian.close();
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // the guardians do it
    }
  }
}
