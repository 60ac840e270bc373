package dev.holdfast.bench.server;

import dev.holdfast.bench.measure.Database;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/**
 * The HTTP service in a JVM of its own, on the measured database, with the flags that {@code
 * ./holdfast serve} gives the JVM; unlike there, without an archive of its classes, and with no
 * limit on requests.
 */
public final class Service implements AutoCloseable {

  /** As the launcher has them, in the file holdfast. */
  private static final List<String> FLAGS =
      List.of(
          "-XX:+UseSerialGC",
          "-Xmx256m",
          "-Xss512k",
          "-XX:MaxDirectMemorySize=64m",
          "-XX:+ExitOnOutOfMemoryError");

  private static final int MOST_LINES = 20;

  private final Process process;
  private final String token;
  private final int port;

  private Service(Process process, String token, int port) {
    this.process = process;
    this.token = token;
    this.port = port;
  }

  public static Service start(Database database) throws IOException {
    String token = UUID.randomUUID().toString();
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(FLAGS);
    command.addAll(
        List.of(
            "-cp",
            System.getProperty("java.class.path"),
            "dev.holdfast.server.Main",
            "serve",
            "--port=0",
            "--max-requests=1000000",
            "--log-level=warning"));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("HOLDFAST_URL", database.url());
    builder.environment().put("PGUSER", database.user());
    builder.environment().put("HOLDFAST_ADMIN_TOKEN", token);
    Process process = builder.redirectError(ProcessBuilder.Redirect.INHERIT).start();
    return new Service(process, token, portOf(process));
  }

  /** As it says in its first lines: "console http://127.0.0.1:40123/". */
  private static int portOf(Process process) throws IOException {
    BufferedReader lines = process.inputReader();
    for (int i = 0; i < MOST_LINES; i++) {
      String line = lines.readLine();
      if (line == null) {
        break;
      }
      if (line.contains("console")) {
        String address = line.substring(line.indexOf("://") + 3).strip();
        String port = address.substring(address.indexOf(':') + 1).replaceAll("/.*", "");
        return Integer.parseInt(port);
      }
    }
    process.destroyForcibly();
    throw new IOException("the service did not start; its error is above");
  }

  public int port() {
    return port;
  }

  public String token() {
    return token;
  }

  /** What of it is in memory; empty where there is no /proc. */
  public OptionalDouble residentMegabytes() throws IOException {
    Path status = Path.of("/proc", String.valueOf(process.pid()), "status");
    if (!Files.isReadable(status)) {
      return OptionalDouble.empty();
    }
    return Files.readAllLines(status).stream()
        .filter(line -> line.startsWith("VmRSS:"))
        .mapToDouble(line -> Double.parseDouble(line.replaceAll("[^0-9]", "")) * 1_024 / 1e6)
        .findFirst();
  }

  /** Its process, for what it costs. */
  public ProcessHandle handle() {
    return process.toHandle();
  }

  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(10, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
