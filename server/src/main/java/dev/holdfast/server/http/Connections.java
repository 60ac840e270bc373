package dev.holdfast.server.http;

import io.vertx.core.http.HttpConnection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The connections of one event loop, each with the moment at which it will be closed unless
 * something happens before: a request has to arrive, an answer has to be taken, and who has nothing
 * to say for long is let go. A request that waits has all its time.
 */
final class Connections {
  private static final long NEVER = Long.MAX_VALUE;

  private final Limits limits;
  private final AtomicInteger all;
  private final Map<HttpConnection, Long> deadlines = new HashMap<>();

  /** {@code all}: how many there are on all event loops together. */
  Connections(Limits limits, AtomicInteger all) {
    this.limits = limits;
    this.all = all;
  }

  void opened(HttpConnection connection) {
    if (all.incrementAndGet() > limits.quota().connections()) {
      all.decrementAndGet();
      connection.close();
      return;
    }
    arriving(connection);
    connection.closeHandler(
        closed -> {
          if (deadlines.remove(connection) != null) {
            all.decrementAndGet();
          }
        });
  }

  /** A request, or the rest of it, is expected soon. */
  void arriving(HttpConnection connection) {
    deadlines.put(connection, System.nanoTime() + limits.times().arrival().toNanos());
  }

  /** All of it is here; how long the answer takes is our business. */
  void working(HttpConnection connection) {
    deadlines.replace(connection, NEVER);
  }

  void delivering(HttpConnection connection) {
    deadlines.replace(connection, System.nanoTime() + limits.times().delivery().toNanos());
  }

  void idle(HttpConnection connection) {
    deadlines.replace(connection, System.nanoTime() + limits.times().idle().toNanos());
  }

  /** Closes those whose time is over. */
  void sweep() {
    long now = System.nanoTime();
    List<HttpConnection> late =
        deadlines.entrySet().stream()
            .filter(entry -> entry.getValue() != NEVER && now - entry.getValue() > 0)
            .map(Map.Entry::getKey)
            .toList();
    late.forEach(HttpConnection::close);
  }
}
