package dev.holdfast.server.http;

import io.vertx.core.http.HttpConnection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The connections of one event loop, each with the moment at which it will be closed unless
 * something happens before: a request has to arrive, an answer has to be taken, and who has nothing
 * to say for long is let go. A request that waits has all its time.
 */
final class Connections {
  private static final long NEVER = Long.MAX_VALUE;

  private final Limits limits;
  private final Activity activity;
  private final Map<HttpConnection, Long> deadlines = new HashMap<>();

  Connections(Limits limits, Activity activity) {
    this.limits = limits;
    this.activity = activity;
  }

  void opened(HttpConnection connection) {
    if (!activity.connect(limits.quota().connections())) {
      connection.close();
      return;
    }
    arriving(connection);
    connection.closeHandler(
        closed -> {
          if (deadlines.remove(connection) != null) {
            activity.disconnect();
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
