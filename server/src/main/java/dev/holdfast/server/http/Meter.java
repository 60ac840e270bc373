package dev.holdfast.server.http;

import dev.holdfast.server.metrics.RequestMetrics;
import io.vertx.core.http.HttpServerRequest;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * Counts each request of an event loop once, when it is over, whatever became of it. A client that
 * goes away ends no response in Vert.x's eyes: so whoever delivers answers says when one is over.
 */
final class Meter {
  /** The status of a request whose client was gone: written down, never sent. */
  static final int GONE = 499;

  private static final Set<String> METHODS =
      Set.of("GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH");

  private final RequestMetrics metrics;
  private final Gate.Shared shared;
  private final Map<HttpServerRequest, Long> begun = new HashMap<>();

  Meter(RequestMetrics metrics, Gate.Shared shared) {
    this.metrics = metrics;
    this.shared = shared;
  }

  void begin(HttpServerRequest request) {
    begun.put(request, System.nanoTime());
    metrics.started();
  }

  void over(HttpServerRequest request, int status) {
    Long start = begun.remove(request);
    if (start != null) {
      metrics.ended(method(request), route(request), status, System.nanoTime() - start);
    }
  }

  /** Of what strangers make up there is no end. */
  private static String method(HttpServerRequest request) {
    String method = request.method().name();
    return METHODS.contains(method) ? method : "other";
  }

  private String route(HttpServerRequest request) {
    String prefix = shared.settings().pathPrefix();
    String path = request.path();
    return path == null || !path.startsWith(prefix + "/")
        ? "unknown"
        : shared.table().template(path.substring(prefix.length()));
  }
}
