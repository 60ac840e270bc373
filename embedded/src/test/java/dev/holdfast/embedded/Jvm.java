package dev.holdfast.embedded;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Another JVM with the class path of this one, talking in lines. Killed when it is closed. */
final class Jvm implements AutoCloseable {

  private static final long ANSWER_SECONDS = 120;

  private final Process process;
  private final BufferedReader lines;

  private Jvm(Process process) {
    this.process = process;
    this.lines = process.inputReader(StandardCharsets.UTF_8);
  }

  static Jvm start(Class<?> main, String... arguments) throws IOException {
    return start(List.of(), Map.of(), main, arguments);
  }

  static Jvm start(
      List<String> prefix, Map<String, String> environment, Class<?> main, String... arguments)
      throws IOException {
    List<String> command = new ArrayList<>(prefix);
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx64m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    command.addAll(List.of("-Dstdout.encoding=UTF-8", "-Dsun.jnu.encoding=UTF-8"));
    command.add(main.getName());
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("CLASSPATH", System.getProperty("java.class.path"));
    builder.environment().putAll(environment);
    return new Jvm(builder.start());
  }

  /** The rest of the first line that starts with this; fails with all lines if none comes. */
  String await(String start) throws Exception {
    return CompletableFuture.supplyAsync(() -> find(start)).get(ANSWER_SECONDS, TimeUnit.SECONDS);
  }

  private String find(String start) {
    List<String> seen = new ArrayList<>();
    try {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.startsWith(start)) {
          return line.substring(start.length()).strip();
        }
        seen.add(line);
      }
    } catch (IOException e) {
      seen.add(e.toString());
    }
    throw new AssertionError("No line '" + start + "' but:\n" + String.join("\n", seen));
  }

  void send(String line) throws IOException {
    process.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
    process.getOutputStream().flush();
  }

  void kill() {
    process.destroyForcibly().onExit().orTimeout(ANSWER_SECONDS, TimeUnit.SECONDS).join();
  }

  int awaitExit() throws InterruptedException {
    if (!process.waitFor(ANSWER_SECONDS, TimeUnit.SECONDS)) {
      throw new AssertionError("The JVM did not end.");
    }
    return process.exitValue();
  }

  @Override
  public void close() {
    kill();
  }
}
