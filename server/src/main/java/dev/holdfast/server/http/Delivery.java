package dev.holdfast.server.http;

import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.lang.System.Logger.Level;
import java.util.Map;

/** Brings answers to clients, and notices when there is nobody to take them. */
final class Delivery {
  private static final System.Logger LOG = System.getLogger("dev.holdfast.http");

  /** What browsers must not do with anything that comes from here. */
  private static final Map<String, String> ALWAYS =
      Map.of(
          "content-security-policy",
          "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self';"
              + " img-src 'self' data:; base-uri 'none'; form-action 'none';"
              + " frame-ancestors 'none'",
          "x-content-type-options",
          "nosniff",
          "referrer-policy",
          "no-referrer",
          "cross-origin-resource-policy",
          "same-origin",
          "cache-control",
          "no-store");

  private final Connections connections;
  private final String base;
  private final Meter meter;

  Delivery(Connections connections, String base, Meter meter) {
    this.connections = connections;
    this.base = base;
    this.meter = meter;
  }

  static void protect(HttpServerResponse response) {
    ALWAYS.forEach(response::putHeader);
  }

  void fail(HttpServerRequest request, Throwable error) {
    if (!request.response().closed()) {
      deliver(request, Problems.answer(Problems.of(error), base));
    } else {
      over(request, Meter.GONE);
    }
  }

  void deliver(HttpServerRequest request, Answer answer) {
    HttpServerResponse response = request.response();
    if (response.closed() || response.ended()) {
      undelivered(request, answer);
      return;
    }
    connections.delivering(request.connection());
    protect(response);
    response.setStatusCode(answer.status());
    answer.headers().forEach(response::putHeader);
    boolean close = !request.isEnded();
    if (close) {
      response.putHeader("connection", "close");
    }
    response
        .end(answer.body())
        .onComplete(
            sent -> {
              if (sent.failed()) {
                undelivered(request, answer);
              } else {
                over(request, answer.status());
              }
              if (close) {
                request.connection().close();
              } else {
                connections.idle(request.connection());
              }
            });
  }

  private void undelivered(HttpServerRequest request, Answer answer) {
    over(request, Meter.GONE);
    Runnable action = answer.undelivered();
    if (action != null) {
      action.run();
    }
  }

  /** The query stays out of the log, whatever somebody put there. */
  private void over(HttpServerRequest request, int status) {
    meter.over(request, status);
    if (LOG.isLoggable(Level.DEBUG)) {
      LOG.log(Level.DEBUG, request.method() + " " + request.path() + " " + status);
    }
  }
}
