package dev.holdfast.server.console;

import dev.holdfast.server.text.Json;
import dev.holdfast.server.text.JsonReader;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Debian's chromedriver with one session: WebDriver is a little JSON over HTTP. */
final class ChromeDriver implements AutoCloseable {
  private static final Pattern PORT = Pattern.compile("started successfully on port (\\d+)");
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final List<String> FLAGS =
      List.of(
          "--headless",
          "--no-sandbox", // as root there is none
          "--disable-gpu",
          "--disable-dev-shm-usage",
          "--disable-quic",
          "--no-first-run",
          "--disable-background-networking",
          "--disable-component-update",
          "--disable-sync",
          "--force-color-profile=srgb",
          "--hide-scrollbars");

  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final Process process;
  private final Path profile;
  private final String base;
  private String session = "";

  private ChromeDriver(Process process, Path profile, int port) {
    this.process = process;
    this.profile = profile;
    this.base = "http://127.0.0.1:" + port;
  }

  static ChromeDriver start() throws IOException {
    Path profile = Files.createTempDirectory("holdfast-chromium");
    Process process;
    try {
      process = new ProcessBuilder("chromedriver", "--port=0").redirectErrorStream(true).start();
    } catch (IOException e) {
      throw new IOException(
          "chromedriver is missing. Debian, Ubuntu: apt-get install chromium chromium-driver", e);
    }
    ChromeDriver driver = new ChromeDriver(process, profile, port(process));
    driver.begin();
    return driver;
  }

  private static int port(Process process) throws IOException {
    BufferedReader out = process.inputReader(StandardCharsets.UTF_8);
    for (String line = out.readLine(); line != null; line = out.readLine()) {
      Matcher matcher = PORT.matcher(line);
      if (matcher.find()) {
        return Integer.parseInt(matcher.group(1));
      }
    }
    throw new IOException("chromedriver ended without a word on its port");
  }

  private void begin() {
    Stream<String> flags = Stream.concat(FLAGS.stream(), Stream.of("--user-data-dir=" + profile));
    Map<String, Object> wanted =
        Map.of(
            "goog:chromeOptions", Map.of("args", flags.toList()),
            "goog:loggingPrefs", Map.of("browser", "WARNING"));
    Object begun = call("POST", "/session", Map.of("capabilities", Map.of("alwaysMatch", wanted)));
    session = "/session/" + ((Map<?, ?>) Objects.requireNonNull(begun)).get("sessionId");
  }

  @Nullable Object get(String path) {
    return call("GET", session + path, null);
  }

  @Nullable Object post(String path, Map<String, ?> body) {
    return call("POST", session + path, body);
  }

  private @Nullable Object call(String method, String path, @Nullable Map<String, ?> body) {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(base + path))
            .timeout(PATIENCE)
            .method(
                method,
                body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(Json.write(body)))
            .build();
    try {
      byte[] answer = http.send(request, BodyHandlers.ofByteArray()).body();
      return value(JsonReader.object(answer).get("value"));
    } catch (IOException e) {
      throw new AssertionError("chromedriver does not answer " + method + " " + path, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  private static @Nullable Object value(@Nullable Object value) {
    if (value instanceof Map<?, ?> map && map.get("error") != null && map.get("message") != null) {
      throw new AssertionError("the browser says: " + map.get("message"));
    }
    return value;
  }

  @Override
  public void close() {
    try {
      call("DELETE", session, null);
    } finally {
      process.destroy();
      ended();
      delete(profile);
    }
  }

  private void ended() {
    try {
      if (!process.waitFor(10, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** A profile that Chromium still writes to is left to the system's cleaning. */
  private static void delete(Path directory) {
    try (Stream<Path> all = Files.walk(directory)) {
      for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(path);
      }
    } catch (IOException e) {
      directory.toFile().deleteOnExit();
    }
  }
}
