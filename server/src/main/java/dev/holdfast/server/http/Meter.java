package dev.holdfast.server.http;

import dev.holdfast.server.metrics.RequestMetrics;
import io.vertx.core.Handler;
import io.vertx.core.http.HttpServerRequest;
import java.util.Set;

/** Counts each request when it is over, whatever became of it. */
final class Meter implements Handler<HttpServerRequest> {
  private static final Set<String> METHODS =
      Set.of("GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH");
  private static final int GONE = 499;

  private final Handler<HttpServerRequest> next;
  private final RequestMetrics metrics;
  private final Gate.Shared shared;

  Meter(Handler<HttpServerRequest> next, RequestMetrics metrics, Gate.Shared shared) {
    this.next = next;
    this.metrics = metrics;
    this.shared = shared;
  }

  @Override
  public void handle(HttpServerRequest request) {
    long start = System.nanoTime();
    metrics.started();
    request
        .response()
        .endHandler(
            over -> {
              int status = request.response().ended() ? request.response().getStatusCode() : GONE;
              metrics.ended(method(request), route(request), status, System.nanoTime() - start);
            });
    next.handle(request);
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
