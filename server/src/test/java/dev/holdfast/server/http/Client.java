package dev.holdfast.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.server.text.JsonReader;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A client with an access token, or without one. */
public final class Client {
  /** An answer; its body as text and, if it is JSON, as an object. */
  public record Reply(HttpResponse<String> raw) {
    public int status() {
      return raw.statusCode();
    }

    public String body() {
      return raw.body();
    }

    public Map<String, @Nullable Object> json() {
      return JsonReader.object(raw.body().getBytes(StandardCharsets.UTF_8));
    }

    public @Nullable Object get(String member) {
      return json().get(member);
    }

    public List<?> list(String member) {
      assertThat(get(member)).as(raw.body()).isInstanceOf(List.class);
      return get(member) instanceof List<?> list ? list : List.of();
    }

    public String text(String member) {
      return String.valueOf(get(member));
    }

    public Optional<String> header(String name) {
      return raw.headers().firstValue(name);
    }

    /** The last part of the problem's type. */
    public String code() {
      return text("type").replaceFirst(".*/problems/", "");
    }
  }

  private static final HttpClient HTTP =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private final int port;
  private final @Nullable String secret;

  Client(int port, @Nullable String secret) {
    this.port = port;
    this.secret = secret;
  }

  public int port() {
    return port;
  }

  public String secret() {
    return String.valueOf(secret);
  }

  public Reply get(String path) {
    return send("GET", path, null);
  }

  public Reply post(String path, @Nullable String body) {
    return send("POST", path, body);
  }

  /** The status alone: of answers that may have no end. */
  public int status(String method, String path, @Nullable String body) {
    try {
      HttpResponse<InputStream> reply =
          HTTP.send(request(method, path, body), BodyHandlers.ofInputStream());
      reply.body().close();
      return reply.statusCode();
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(method + " " + path + " failed", e);
    }
  }

  /** Every answer is held against the OpenAPI document. */
  public Reply send(String method, String path, @Nullable String body, String... headers) {
    try {
      Reply reply =
          new Reply(HTTP.send(request(method, path, body, headers), BodyHandlers.ofString()));
      checked(method, path, reply);
      return reply;
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(method + " " + path + " failed", e);
    }
  }

  public CompletableFuture<Reply> later(
      String method, String path, @Nullable String body, String... headers) {
    return HTTP.sendAsync(request(method, path, body, headers), BodyHandlers.ofString())
        .thenApply(Reply::new)
        .thenApply(reply -> checked(method, path, reply));
  }

  private static Reply checked(String method, String path, Reply reply) {
    String plain = path.replaceFirst("\\?.*", "");
    for (Object template : OpenApi.paths().keySet()) {
      String pattern = template.toString().replaceAll("\\{[a-z]+\\}", "[^/]+");
      boolean known = OpenApi.map(OpenApi.paths().get(template)).containsKey(lower(method));
      if (known && plain.matches(pattern)) {
        assertThat(OpenApi.complaints(template.toString(), method, reply))
            .as(method + " " + path + ": " + reply.body())
            .isEmpty();
        return reply;
      }
    }
    return reply;
  }

  private static String lower(String text) {
    return text.toLowerCase(Locale.ROOT);
  }

  private HttpRequest request(
      String method, String path, @Nullable String body, String... headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
            .timeout(Duration.ofMinutes(2))
            .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
    if (secret != null && !String.join(" ", headers).contains("Authorization")) {
      request.header("Authorization", "Bearer " + secret);
    }
    if (headers.length > 0) {
      request.headers(headers);
    }
    return request.build();
  }
}
