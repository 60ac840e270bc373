package dev.holdfast.spring;

import dev.holdfast.HoldfastException;
import dev.holdfast.lease.Lease;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** The lease of one call of a {@link Leased} method, and what became of its guards. */
final class Held {

  private static final System.Logger LOG = System.getLogger("dev.holdfast.spring");

  private final Lease lease;
  private final LeasedMethod method;
  private final long grantedAt = System.nanoTime();
  private final AtomicInteger users = new AtomicInteger(1);
  private final AtomicReference<@Nullable RuntimeException> refusedGuard = new AtomicReference<>();

  Held(Lease lease, LeasedMethod method) {
    this.lease = lease;
    this.method = method;
  }

  Lease lease() {
    return lease;
  }

  boolean guards() {
    return method.guard();
  }

  /** One more has to end it. */
  void share() {
    users.incrementAndGet();
  }

  /** A guard could not be taken: the transaction is doomed, and the call with it. */
  void guardRefused(RuntimeException why) {
    refusedGuard.compareAndSet(null, why);
  }

  /** What failed because of a refused guard fails with that: it says why. */
  Throwable explained(Throwable failure) {
    RuntimeException refused = refusedGuard.get();
    if (refused == null || refused == failure) {
      return failure;
    }
    refused.addSuppressed(failure);
    return refused;
  }

  void throwIfGuardRefused() {
    RuntimeException refused = refusedGuard.get();
    if (refused != null) {
      throw refused;
    }
  }

  /**
   * Gives it back when its last user ends it, the rest of the min-hold kept. The work is done by
   * now: a database that is away does not make it fail, the lease then ends after its ttl.
   */
  void end() {
    if (users.decrementAndGet() > 0) {
      return;
    }
    Duration rest = method.minHold().minusNanos(System.nanoTime() - grantedAt);
    if (rest.isNegative() || rest.isZero()) {
      lease.close();
      return;
    }
    try {
      lease.releaseAfter(rest);
    } catch (HoldfastException e) {
      LOG.log(
          Level.WARNING,
          "%s could not be kept for its min-hold; it ends after its ttl of %s at the latest"
              .formatted(lease, lease.ttl()),
          e);
    }
  }
}
