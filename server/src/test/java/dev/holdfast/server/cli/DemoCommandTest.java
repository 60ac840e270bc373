package dev.holdfast.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.server.child.Awaiting;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("holdfast demo")
class DemoCommandTest {
  private static final Pattern ADDRESS = Pattern.compile("console\\s+(http://[^/]+)/#token=(\\S+)");
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  @TempDir Path dir;

  @Test
  @DisplayName("says how it ends and what became of each example, and has refusals to show")
  void demo() throws Exception {
    Path jars = Files.createDirectory(dir.resolve("jars"));
    Files.createFile(jars.resolve("holdfast-example-broken-1.0-app.jar"));
    Map<String, String> environment = Map.of("HOLDFAST_EXAMPLES", jars.toString());
    String data = dir.resolve("data").toString();
    try (CliProcess process =
        CliProcess.start(environment, "demo", "--port", "0", "--data", data)) {
      until(process, "the example is told", () -> process.err().contains("1 of 1, broken, ended"));
      assertThat(process.err()).contains("Ctrl-C ends it all").contains("1 example application");
      Matcher address = ADDRESS.matcher(process.out());
      assertThat(address.find()).as(process.out()).isTrue();
      URI refusals = URI.create(address.group(1) + "/api/v1/refusals");
      until(process, "a refusal", () -> get(refusals, address.group(2)).contains("checkout"));
      process.terminate();
      assertThat(process.exitCode()).isEqualTo(143);
    }
  }

  private static void until(CliProcess process, String what, BooleanSupplier condition) {
    Awaiting.until(
        what + ": " + process.err(),
        CliProcess.LIMIT,
        () -> condition.getAsBoolean() || !process.isAlive());
    assertThat(process.isAlive()).as(process.err()).isTrue();
  }

  private static String get(URI address, String token) {
    HttpRequest request =
        HttpRequest.newBuilder(address)
            .header("Authorization", "Bearer " + token)
            .timeout(Duration.ofMinutes(1))
            .build();
    try {
      return HTTP.send(request, BodyHandlers.ofString()).body();
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
