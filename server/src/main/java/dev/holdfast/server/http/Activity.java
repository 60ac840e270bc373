package dev.holdfast.server.http;

import java.util.concurrent.atomic.AtomicInteger;

/** What goes on, counted. Thread-safe. */
public final class Activity {
  private final AtomicInteger connections = new AtomicInteger();
  private final AtomicInteger underWay = new AtomicInteger();

  Activity() {}

  /** Open connections. */
  public int connections() {
    return connections.get();
  }

  /** Requests that have no answer yet; those who wait for a lease, or follow events, too. */
  public int underWay() {
    return underWay.get();
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
}
