package dev.holdfast.lease;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * How much earlier than the database a holder stops believing in its lease: a tenth of the ttl, at
 * most five seconds. It pays for clocks that run at different rates and for noticing late.
 */
final class Margin {

  private static final long MOST = TimeUnit.SECONDS.toNanos(5);

  private Margin() {}

  static long of(Duration ttl) {
    return Math.min(ttl.toNanos() / 10, MOST);
  }
}
