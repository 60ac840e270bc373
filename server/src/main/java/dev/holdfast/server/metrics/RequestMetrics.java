package dev.holdfast.server.metrics;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Requests over HTTP, counted by the route's template: addresses have names in them. */
public final class RequestMetrics {
  private final Counter requests =
      new Counter(
          "holdfast_http_requests_total",
          "Requests by route and status; 499: the client was gone before it had the answer.");
  private final Histogram took =
      new Histogram(
          "holdfast_http_request_duration_seconds",
          "How long requests took, waiting included, streams excluded.",
          0.001,
          0.005,
          0.01,
          0.025,
          0.05,
          0.1,
          0.25,
          0.5,
          1,
          5,
          10,
          60);
  private final AtomicInteger open = new AtomicInteger();

  List<Family> families() {
    return List.of(
        requests,
        took,
        Gauge.of("holdfast_http_requests_open", "Requests under way, waiting ones and streams too.")
            .with(Labels.NONE, open::get));
  }

  /** A request came in. */
  public void started() {
    open.incrementAndGet();
  }

  /** A request is over: its route's template, or {@code unknown}. */
  public void ended(String method, String route, int status, long nanos) {
    open.decrementAndGet();
    requests.add(
        Labels.of("method", method, "route", route, "status", Integer.toString(status)), 1);
    if (!route.endsWith("/events")) {
      took.observe(Labels.of("route", route), nanos / 1e9);
    }
  }
}
