package dev.holdfast.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.server.child.Awaiting;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("holdfast serve")
class ServeCommandTest {
  private static final Pattern ADDRESS =
      Pattern.compile("console\\s+(http://[^/]+)/(#token=(\\S+))?");
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  private static Matcher address(CliProcess process) {
    Awaiting.until(
        "the service starts: " + process.err(),
        CliProcess.LIMIT,
        () -> process.out().contains("access") || !process.isAlive());
    Matcher found = ADDRESS.matcher(process.out());
    assertThat(found.find()).as(process.out() + process.err()).isTrue();
    return found;
  }

  private static HttpResponse<String> send(HttpRequest.Builder request, String token)
      throws Exception {
    request.header("Authorization", "Bearer " + token).timeout(Duration.ofMinutes(1));
    return HTTP.send(request.build(), BodyHandlers.ofString());
  }

  @Test
  @DisplayName("says where it is with a token that works, and ends on a signal within seconds")
  void serves() throws Exception {
    try (CliDatabase database = CliDatabase.withSchema()) {
      CliProcess process = database.start("serve", "--port", "0");
      Matcher address = address(process);
      String base = address.group(1);
      String token = address.group(3);
      HttpResponse<String> me =
          send(HttpRequest.newBuilder(URI.create(base + "/api/v1/me")), token);
      assertThat(me.body()).contains("\"role\":\"admin\"");
      assertThat(send(HttpRequest.newBuilder(URI.create(base + "/")), token).body())
          .contains("<!doctype html>");
      long from = System.nanoTime();
      process.terminate();
      assertThat(process.exitCode()).isEqualTo(143);
      assertThat(Duration.ofNanos(System.nanoTime() - from)).isLessThan(Duration.ofSeconds(30));
      assertThat(process.err()).doesNotContain(token);
    }
  }

  @Test
  @DisplayName("never prints a token that it was given, nor any other secret, wherever it is sent")
  void secrets() throws Exception {
    String canary = "canary-" + UUID.randomUUID();
    String leaseCanary = UUID.randomUUID().toString();
    try (CliDatabase database = CliDatabase.withSchema()) {
      Map<String, String> environment = new HashMap<>(database.environment());
      environment.put("HOLDFAST_ADMIN_TOKEN", canary);
      try (CliProcess process =
          CliProcess.start(
              environment,
              "serve",
              "--port",
              "0",
              "--log-level",
              "debug",
              "--log-format",
              "json")) {
        String base = address(process).group(1);
        StringBuilder answers = new StringBuilder();
        for (String path : Canaries.PATHS) {
          for (String method : Canaries.METHODS) {
            HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(base + path))
                    .header("Lease-Token", leaseCanary)
                    .method(
                        method,
                        method.equals("GET")
                            ? BodyPublishers.noBody()
                            : BodyPublishers.ofString(Canaries.body(leaseCanary)));
            answers.append(Canaries.withoutGrants(send(request, canary)));
          }
        }
        Awaiting.until(
            "requests are logged", CliProcess.LIMIT, () -> process.err().contains("/api/v1/me"));
        process.terminate();
        process.exitCode();
        String everything = process.out() + process.err() + answers;
        assertThat(everything).contains("\"level\":\"FINE\"").contains("holdfast_");
        assertThat(everything).doesNotContain(canary).doesNotContain(leaseCanary);
        assertThat(process.err().lines()).allMatch(Canaries::isPlainOrJson);
      }
    }
  }

  @ParameterizedTest(name = "is refused with {0}")
  @ValueSource(
      strings = {
        "--bind 0.0.0.0",
        "--tls-cert /none.pem",
        "--tls-cert /none.pem --tls-key /none.pem",
        "--path-prefix x/",
        "--port 70000",
        "--policy /none.yaml",
        "--bind 0.0.0.0 --insecure-http --metrics-open"
      })
  void usage(String options) throws Exception {
    String[] args = ("serve " + options).split(" ", -1);
    try (CliProcess process = CliProcess.start(Map.of(), args)) {
      assertThat(process.exitCode()).as(process.err()).isEqualTo(ExitCodes.USAGE);
      assertThat(process.err()).startsWith("holdfast: ");
    }
  }
}
