package dev.holdfast.bench.server;

import dev.holdfast.bench.measure.Database;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/**
 * The HTTP service in a JVM of its own, on the measured database. Unlike what the launcher starts
 * it has the JVM's default flags, and no limit on requests.
 */
public final class Service implements AutoCloseable {

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
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            System.getProperty("java.class.path"),
            "dev.holdfast.server.Main",
            "serve",
            "--port=0",
            "--max-requests=1000000",
            "--log-level=warning");
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
