package dev.holdfast.server.demo;

import dev.holdfast.server.http.Secret;
import dev.holdfast.server.text.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Actors who are not Java: they ask the service over HTTP, and what they are refused has a page.
 *
 * @param base of the service, without a slash at its end
 * @param token that they show
 */
public record Counter(URI base, Secret token) {

  private static final HttpClient HTTP = HttpClient.newHttpClient();
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Pattern LEASE_TOKEN = Pattern.compile("\"token\":\"([^\"]+)\"");
  private static final int GRANTED = 201;

  private static final List<Map<String, Object>> WISHES =
      List.of(
          Map.of("resource", "nightly/backup", "ttl", "20s"),
          Map.of("resource", "invoice/7", "ttl", "20s", "wait", "2s"),
          Map.of("resource", "order/107", "ttl", "20s", "wait", "1s"));

  /** Asks for what is mostly taken, and gives it back at once if it was not. */
  void customer(Stage stage) throws IOException, InterruptedException {
    Map<String, Object> wish = new HashMap<>(WISHES.get(stage.random().nextInt(WISHES.size())));
    wish.put("holder", stage.name());
    HttpResponse<String> answer =
        send(to("/api/v1/leases").POST(BodyPublishers.ofString(Json.write(wish))));
    if (answer.statusCode() == GRANTED) {
      giveBack(answer);
    }
    stage.work(3_000, 8_000);
  }

  private void giveBack(HttpResponse<String> granted) throws IOException, InterruptedException {
    Matcher secret = LEASE_TOKEN.matcher(granted.body());
    String lease = granted.headers().firstValue("location").orElse("");
    if (secret.find() && !lease.isEmpty()) {
      send(
          HttpRequest.newBuilder(base.resolve(lease))
              .header("Lease-Token", secret.group(1))
              .DELETE());
    }
  }

  private HttpRequest.Builder to(String path) {
    return HttpRequest.newBuilder(URI.create(base + path))
        .header("Content-Type", "application/json");
  }

  private HttpResponse<String> send(HttpRequest.Builder request)
      throws IOException, InterruptedException {
    request.header("Authorization", "Bearer " + token.reveal()).timeout(PATIENCE);
    return HTTP.send(request.build(), BodyHandlers.ofString());
  }
}
