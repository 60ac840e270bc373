package dev.holdfast.examples.support;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** JSON over HTTP, each request with a bound. Thread-safe. */
public final class Http {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final HttpClient client = HttpClient.newBuilder().connectTimeout(PATIENCE).build();
  private final URI base;

  public Http(URI base) {
    this.base = base;
  }

  /** An answer, whatever its status. */
  public record Answer(int status, HttpHeaders headers, JsonNode body) {

    public String header(String name) {
      return headers.firstValue(name).orElse("");
    }

    public String text(String member) {
      return body.path(member).asText();
    }
  }

  public Answer get(String path) throws IOException, InterruptedException {
    return send("GET", path, null, Map.of());
  }

  public Answer post(String path, Object body) throws IOException, InterruptedException {
    return send("POST", path, body, Map.of());
  }

  /** Any request; null: no body. */
  public Answer send(String method, String path, @Nullable Object body, Map<String, String> headers)
      throws IOException, InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(base.resolve(path))
            .timeout(PATIENCE)
            .header("Content-Type", "application/json")
            .method(
                method,
                body == null
                    ? BodyPublishers.noBody()
                    : BodyPublishers.ofByteArray(JSON.writeValueAsBytes(body)));
    headers.forEach(request::header);
    HttpResponse<byte[]> response = client.send(request.build(), BodyHandlers.ofByteArray());
    return new Answer(response.statusCode(), response.headers(), JSON.readTree(response.body()));
  }
}
