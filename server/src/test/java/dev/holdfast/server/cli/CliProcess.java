package dev.holdfast.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.server.Main;
import dev.holdfast.server.child.Awaiting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The command line in a JVM of its own, as users run it. */
final class CliProcess implements AutoCloseable {
  static final Duration LIMIT = Duration.ofMinutes(2);
  private final Process process;
  private final Path out;
  private final Path err;

  private CliProcess(Process process, Path out, Path err) {
    this.process = process;
    this.out = out;
    this.err = err;
  }

  /** Only {@code environment} says which database; the variables of this machine don't. */
  static CliProcess start(Map<String, String> environment, String... args) {
    List<String> line = new ArrayList<>();
    line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    line.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    line.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
    line.addAll(List.of(args));
    try {
      Path out = Files.createTempFile("holdfast-out", ".txt");
      Path err = Files.createTempFile("holdfast-err", ".txt");
      ProcessBuilder builder = new ProcessBuilder(line);
      builder.environment().keySet().removeIf(CliProcess::namesDatabase);
      builder.environment().putAll(environment);
      builder.redirectOutput(out.toFile()).redirectError(err.toFile());
      return new CliProcess(builder.start(), out, err);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static boolean namesDatabase(String variable) {
    return variable.startsWith("PG") || variable.startsWith("HOLDFAST_");
  }

  long pid() {
    return process.pid();
  }

  void kill() {
    process.destroyForcibly();
  }

  void terminate() {
    process.destroy();
  }

  int exitCode() {
    try {
      assertThat(process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS))
          .as("ends: " + err())
          .isTrue();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
    return process.exitValue();
  }

  boolean isAlive() {
    return process.isAlive();
  }

  String out() {
    return read(out);
  }

  /** What it printed, once it has ended well. */
  String finishedOut() {
    return finishedWith(0);
  }

  /** What it printed, once it has ended so. */
  String finishedWith(int code) {
    assertThat(exitCode()).as(err()).isEqualTo(code);
    return out();
  }

  String err() {
    return read(err);
  }

  void awaitErr(String text) {
    Awaiting.until("'" + text + "' in: " + err(), LIMIT, () -> err().contains(text));
  }

  static String read(Path file) {
    try {
      return Files.exists(file) ? Files.readString(file) : "";
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Override
  public void close() throws IOException {
    process.destroyForcibly();
    Files.deleteIfExists(out);
    Files.deleteIfExists(err);
  }
}
