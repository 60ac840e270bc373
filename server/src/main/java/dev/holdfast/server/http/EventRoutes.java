package dev.holdfast.server.http;

import dev.holdfast.server.watch.EventFilter;
import dev.holdfast.server.watch.Watch;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Events as they happen, as server-sent events. */
public final class EventRoutes implements Routes {
  private static final int MOST_STREAMS = 1_000;
  private static final int MOST_BEFORE = 1_000;

  private final Watch watch;

  public EventRoutes(Watch watch) {
    this.watch = watch;
  }

  @Override
  public List<Endpoint> endpoints() {
    return List.of(
        Endpoint.of("GET", "/api/v1/events", Role.READ, this::follow)
            .withQuery("after", "last", "prefix"));
  }

  private CompletionStage<Answer> follow(Exchange exchange) {
    if (watch.status().subscribers() >= MOST_STREAMS) {
      throw new HttpProblem(
              503,
              "overloaded",
              "Too many follow events here",
              MOST_STREAMS + " streams are open already; try another instance, or later")
          .retryAfter(10);
    }
    EventFilter filter = WatchRoutes.filter(exchange);
    Optional<String> last = exchange.query("after").or(() -> exchange.header("Last-Event-ID"));
    int before = exchange.query("last", 0, 0, MOST_BEFORE);
    EventStream stream = new EventStream(exchange);
    stream.start(
        onReady ->
            last.map(EventRoutes::number)
                .map(after -> watch.subscribe(after, filter, onReady))
                .orElseGet(() -> watch.subscribeAfterLast(before, filter, onReady)));
    return CompletableFuture.completedFuture(Answer.streaming());
  }

  private static Long number(String text) {
    if (!text.matches("\\d{1,18}")) {
      throw HttpProblem.invalid("Last-Event-ID (or after) is the number of an event");
    }
    return Long.valueOf(text);
  }
}
