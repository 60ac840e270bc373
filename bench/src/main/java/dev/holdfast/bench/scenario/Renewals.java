package dev.holdfast.bench.scenario;

import dev.holdfast.HoldfastEvent;
import dev.holdfast.HoldfastEvent.BatchSent;
import dev.holdfast.HoldfastListener;
import dev.holdfast.lease.Lease;
import dev.holdfast.lease.LeaseOptions;
import dev.holdfast.lease.Leases;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Hears of the batches that renew, and waits until so many leases were renewed. */
public final class Renewals implements HoldfastListener {

  private final List<BatchSent> batches = new ArrayList<>();

  @Override
  public synchronized void on(HoldfastEvent event) {
    if (event instanceof BatchSent batch && batch.renewals() > 0) {
      batches.add(batch);
      notifyAll();
    }
  }

  /** The renewing statements that so many renewals took. */
  synchronized List<BatchSent> await(int renewals, Duration patience) throws InterruptedException {
    long end = System.nanoTime() + patience.toNanos();
    while (batches.stream().mapToInt(BatchSent::renewals).sum() < renewals) {
      long left = end - System.nanoTime();
      if (left <= 0) {
        throw new IllegalStateException(
            "%,d leases were not renewed within %s".formatted(renewals, patience));
      }
      TimeUnit.NANOSECONDS.timedWait(this, left);
    }
    return List.copyOf(batches);
  }

  /** Acquires so many at once, without a thread each. */
  public static List<Lease> hold(Leases leases, int count, Duration ttl) throws Exception {
    LeaseOptions options = LeaseOptions.defaults().withTtl(ttl);
    List<CompletableFuture<Optional<Lease>>> asked = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      asked.add(leases.tryAcquireAsync("bench/renewed/" + i, options).toCompletableFuture());
    }
    List<Lease> held = new ArrayList<>(count);
    for (CompletableFuture<Optional<Lease>> one : asked) {
      held.add(one.get(60, TimeUnit.SECONDS).orElseThrow());
    }
    return held;
  }
}
