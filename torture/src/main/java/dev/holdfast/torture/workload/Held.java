package dev.holdfast.torture.workload;

import dev.holdfast.lease.Lease;
import dev.holdfast.torture.history.Facts;
import java.time.Instant;
import java.util.concurrent.TimeUnit;

/**
 * A lease as the history knows it.
 *
 * @param token a name for the token
 * @param fence with the epoch before it
 */
record Held(Lease lease, String token, long fence) {

  String resource() {
    return lease.resource();
  }

  /** Never later than what the lease itself believes: the clock is read first. */
  long deadline() {
    long now = System.nanoTime();
    return now + lease.remaining().toNanos();
  }

  Facts proof() {
    return Facts.of(token, fence);
  }

  Facts facts() {
    Instant at = lease.grantedAt();
    long micros = TimeUnit.SECONDS.toMicros(at.getEpochSecond()) + at.getNano() / 1_000;
    return proof().withDatabaseMicros(micros).withDeadlineNanos(deadline());
  }
}
