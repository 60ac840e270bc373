package dev.holdfast.server.http;

import dev.holdfast.server.text.Json;
import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What goes back to the client.
 *
 * @param status 0: the handler answers by itself, on {@link Exchange#response()}
 * @param undelivered what to do if the client went away before it had all of it
 */
public record Answer(
    int status, Map<String, String> headers, Buffer body, @Nullable Runnable undelivered) {

  public Answer {
    headers = Map.copyOf(headers);
  }

  public static Answer json(int status, @Nullable Object value) {
    return text(status, "application/json", Json.write(value));
  }

  public static Answer text(int status, String type, String text) {
    return bytes(status, type, text.getBytes(StandardCharsets.UTF_8));
  }

  public static Answer bytes(int status, String type, byte[] body) {
    return new Answer(status, Map.of("content-type", type), Buffer.buffer(body), null);
  }

  /** Without a body. */
  public static Answer empty(int status) {
    return new Answer(status, Map.of(), Buffer.buffer(), null);
  }

  /** The handler has the response and goes on writing to it. */
  public static Answer streaming() {
    return empty(0);
  }

  public Answer withHeader(String name, String value) {
    Map<String, String> more = new LinkedHashMap<>(headers);
    more.put(name, value);
    return new Answer(status, more, body, undelivered);
  }

  public Answer ifUndelivered(Runnable action) {
    return new Answer(status, headers, body, action);
  }
}
