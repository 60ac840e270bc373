package dev.holdfast.server.http;

import dev.holdfast.server.metrics.ServiceMetrics;
import dev.holdfast.server.watch.DatabaseProbe;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * For those who run the service: does it live, is it ready, how is it. None of them asks the
 * database: however often they are called, and whoever calls them.
 */
public final class HealthRoutes implements Routes {
  private final DatabaseProbe probe;
  private final ServiceMetrics metrics;
  private final boolean metricsOpen;

  /** {@code metricsOpen}: without an access token. */
  public HealthRoutes(DatabaseProbe probe, ServiceMetrics metrics, boolean metricsOpen) {
    this.probe = probe;
    this.metrics = metrics;
    this.metricsOpen = metricsOpen;
  }

  @Override
  public List<Endpoint> endpoints() {
    return List.of(
        Endpoint.of("GET", "/livez", null, exchange -> now(Answer.json(200, Map.of("live", true)))),
        Endpoint.of("GET", "/readyz", null, exchange -> now(readiness())),
        Endpoint.of("GET", "/metrics", metricsOpen ? null : Role.READ, exchange -> now(metrics())));
  }

  /** What is wrong stands in the log: strangers need not know. */
  private Answer readiness() {
    boolean ready = probe.isReady();
    return Answer.json(ready ? 200 : 503, Map.of("ready", ready));
  }

  private Answer metrics() {
    return Answer.text(200, ServiceMetrics.CONTENT_TYPE, metrics.text());
  }

  private static CompletionStage<Answer> now(Answer answer) {
    return CompletableFuture.completedFuture(answer);
  }
}
