package dev.holdfast.server.http;

import io.vertx.core.Context;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * What every request passes on one event loop, in this order: the host's name, the address, the
 * access token, its role, its rate; then the endpoint. What no rule lets in gets an error.
 */
final class Gate implements Handler<HttpServerRequest> {
  /** What all event loops share. */
  record Shared(
      HttpSettings settings, Table table, Doorman doorman, Workers workers, Rates rates) {}

  private final Shared shared;
  private final Hosts hosts;
  private final Connections connections;
  private final Activity activity;
  private final Delivery delivery;
  private final Meter meter;
  private final Set<Exchange> open = new HashSet<>();
  private boolean stopping;

  Gate(Shared shared, Connections connections, Activity activity, Meter meter) {
    this.shared = shared;
    this.hosts = new Hosts(shared.settings);
    this.connections = connections;
    this.activity = activity;
    this.delivery = new Delivery(connections, shared.settings.pathPrefix(), meter);
    this.meter = meter;
  }

  @Override
  public void handle(HttpServerRequest request) {
    meter.begin(request);
    connections.arriving(request.connection());
    CompletableFuture<Buffer> body = Bodies.read(request);
    try {
      Table.Match match = match(request);
      Map<String, String> query = query(request, match.endpoint());
      CompletableFuture<@Nullable Caller> caller = admit(request, match.endpoint());
      Context loop = Vertx.currentContext();
      caller
          .thenCombine(body, (who, bytes) -> sent(request, who, match, query, bytes))
          .whenComplete(
              (sent, error) ->
                  onLoop(
                      loop,
                      () -> {
                        if (error == null) {
                          run(match.endpoint(), sent, loop);
                        } else {
                          delivery.fail(request, error);
                        }
                      }));
    } catch (RuntimeException e) {
      delivery.fail(request, e);
    }
  }

  /** New requests are refused from now on, and those that wait hear that they wait in vain. */
  void stop() {
    stopping = true;
    List.copyOf(open).forEach(Exchange::stop);
  }

  private Table.Match match(HttpServerRequest request) {
    hosts.check(request.getHeader("host"), request.getHeader("origin"));
    String prefix = shared.settings.pathPrefix();
    String path = request.path();
    if (path == null || !path.startsWith(prefix + "/")) {
      throw HttpProblem.notFound("everything here is under " + prefix + "/");
    }
    String method = request.method().name();
    Table.Match match = shared.table.find(method, path.substring(prefix.length()));
    if (stopping) {
      throw Exchange.stopped();
    }
    if (shared.settings.readOnly() && !match.endpoint().method().equals("GET")) {
      throw new HttpProblem(
          403, "read-only", "This service is read-only", "it was started with --read-only");
    }
    return match;
  }

  private static Map<String, String> query(HttpServerRequest request, Endpoint endpoint) {
    String raw = request.query();
    if (raw == null) {
      return Map.of();
    }
    Map<String, String> query = Percent.query(raw);
    Set<String> unknown = new TreeSet<>(query.keySet());
    unknown.removeAll(endpoint.query());
    if (!unknown.isEmpty()) {
      throw HttpProblem.invalid(
          "query parameters that are not known here: %s; known are: %s"
              .formatted(
                  String.join(", ", unknown), String.join(", ", new TreeSet<>(endpoint.query()))));
    }
    return query;
  }

  private CompletableFuture<@Nullable Caller> admit(HttpServerRequest request, Endpoint endpoint) {
    Role role = endpoint.role();
    if (role == null) {
      return CompletableFuture.completedFuture(null);
    }
    return shared
        .doorman
        .admit(Credentials.access(request))
        .thenApply(
            caller -> {
              if (!caller.role().includes(role)) {
                throw HttpProblem.forbidden(
                    "this needs the role %s; the access token %s has the role %s"
                        .formatted(lower(role), caller.name(), lower(caller.role())));
              }
              shared.rates.take(caller);
              return caller;
            });
  }

  private static Exchange.Sent sent(
      HttpServerRequest request,
      @Nullable Caller caller,
      Table.Match match,
      Map<String, String> query,
      Buffer body) {
    return new Exchange.Sent(request, caller, match.variables(), query, body);
  }

  private void run(Endpoint endpoint, Exchange.Sent sent, Context loop) {
    HttpServerRequest request = sent.request();
    if (stopping) {
      delivery.fail(request, Exchange.stopped());
      return;
    }
    Exchange exchange = new Exchange(sent, shared.workers, shared.settings.pathPrefix());
    begin(exchange);
    connections.working(request.connection());
    request
        .response()
        .closeHandler(
            closed -> {
              end(exchange);
              exchange.gone();
            });
    CompletableFuture<Answer> answer;
    try {
      answer = endpoint.handler().handle(exchange).toCompletableFuture();
    } catch (RuntimeException e) {
      answer = CompletableFuture.failedFuture(e);
    }
    answer.whenComplete(
        (given, error) ->
            onLoop(
                loop,
                () -> {
                  if (error != null) {
                    end(exchange);
                    delivery.fail(request, error);
                  } else if (given.status() != 0) {
                    end(exchange);
                    delivery.deliver(request, given);
                  } else {
                    streaming(request, exchange);
                  }
                }));
  }

  /** Until its last word, or until the client is gone. */
  private void streaming(HttpServerRequest request, Exchange exchange) {
    exchange.onGone(() -> meter.over(request, Meter.GONE));
    request
        .response()
        .bodyEndHandler(
            ended -> {
              end(exchange);
              meter.over(request, request.response().getStatusCode());
              connections.idle(request.connection());
            });
  }

  private void begin(Exchange exchange) {
    open.add(exchange);
    activity.begin();
  }

  private void end(Exchange exchange) {
    if (open.remove(exchange)) {
      activity.end();
    }
  }

  private static void onLoop(Context loop, Runnable action) {
    if (Vertx.currentContext() == loop) {
      action.run();
    } else {
      loop.runOnContext(ignored -> action.run());
    }
  }

  private static String lower(Role role) {
    return role.name().toLowerCase(Locale.ROOT);
  }
}
