package dev.holdfast.server.http;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;

/** What goes on, counted. Thread-safe. */
public final class Activity {
  private static final int HIGHEST_STATUS = 599;

  private final AtomicInteger connections = new AtomicInteger();
  private final AtomicInteger underWay = new AtomicInteger();
  private final AtomicLongArray answers = new AtomicLongArray(HIGHEST_STATUS + 1);

  Activity() {}

  /** Open connections. */
  public int connections() {
    return connections.get();
  }

  /** Requests that have no answer yet; those who wait for a lease, or follow events, too. */
  public int underWay() {
    return underWay.get();
  }

  /** How many answers there were of each status; 499: the client was gone. */
  public Map<Integer, Long> answers() {
    Map<Integer, Long> counts = new TreeMap<>();
    for (int status = 0; status <= HIGHEST_STATUS; status++) {
      if (answers.get(status) > 0) {
        counts.put(status, answers.get(status));
      }
    }
    return counts;
  }

  /** One connection more, unless there are {@code most} already. */
  boolean connect(int most) {
    if (connections.incrementAndGet() > most) {
      connections.decrementAndGet();
      return false;
    }
    return true;
  }

  void disconnect() {
    connections.decrementAndGet();
  }

  void begin() {
    underWay.incrementAndGet();
  }

  void end() {
    underWay.decrementAndGet();
  }

  void answered(int status) {
    answers.incrementAndGet(Math.min(status, HIGHEST_STATUS));
  }
}
