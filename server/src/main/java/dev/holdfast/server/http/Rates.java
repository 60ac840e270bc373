package dev.holdfast.server.http;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** Requests a second for each access token: a bucket that holds one second's worth of them. */
final class Rates {
  private final int perSecond;
  private final Map<String, Bucket> buckets = new ConcurrentHashMap<>();

  Rates(int perSecond) {
    this.perSecond = perSecond;
  }

  /**
   * Counts a request.
   *
   * @throws HttpProblem 429 if there are too many
   */
  void take(Caller caller) {
    if (!buckets.computeIfAbsent(caller.name(), name -> new Bucket(perSecond)).take()) {
      throw new HttpProblem(
              429,
              "rate-limited",
              "Too many requests",
              "the access token %s may make %d requests a second"
                  .formatted(caller.name(), perSecond))
          .retryAfter(1);
    }
  }

  private static final class Bucket {
    private final double size;
    private double left;
    private long at = System.nanoTime();

    Bucket(int size) {
      this.size = size;
      this.left = size;
    }

    synchronized boolean take() {
      long now = System.nanoTime();
      left = Math.min(size, left + size * (now - at) / TimeUnit.SECONDS.toNanos(1));
      at = now;
      if (left < 1) {
        return false;
      }
      left--;
      return true;
    }
  }
}
