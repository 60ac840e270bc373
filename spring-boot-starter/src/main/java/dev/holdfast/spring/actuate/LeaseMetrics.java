package dev.holdfast.spring.actuate;

import dev.holdfast.HoldfastEvent;
import dev.holdfast.HoldfastEvent.BatchSent;
import dev.holdfast.HoldfastEvent.DatabaseBack;
import dev.holdfast.HoldfastEvent.DatabaseLost;
import dev.holdfast.HoldfastEvent.LeaseGranted;
import dev.holdfast.HoldfastEvent.LeaseLost;
import dev.holdfast.HoldfastEvent.LeaseRefused;
import dev.holdfast.HoldfastEvent.LeaseReleased;
import dev.holdfast.HoldfastEvent.LeasesRenewed;
import dev.holdfast.HoldfastEvent.TransactionRetried;
import dev.holdfast.HoldfastListener;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Counts what Holdfast tells. Without names: the number of series is fixed. */
final class LeaseMetrics implements HoldfastListener, MeterBinder {

  private final AtomicInteger reachable = new AtomicInteger(1);
  private volatile @Nullable MeterRegistry registry;

  @Override
  public void bindTo(MeterRegistry newRegistry) {
    newRegistry.gauge("holdfast.database.reachable", reachable);
    registry = newRegistry;
  }

  @Override
  public void on(HoldfastEvent event) {
    if (event instanceof DatabaseLost) {
      reachable.set(0);
    } else if (event instanceof DatabaseBack) {
      reachable.set(1);
    }
    MeterRegistry meters = registry;
    if (meters != null) {
      count(meters, event);
    }
  }

  private static void count(MeterRegistry meters, HoldfastEvent event) {
    if (event instanceof LeaseGranted granted) {
      meters.counter("holdfast.leases.granted").increment();
      meters.timer("holdfast.lease.wait").record(granted.waited());
    } else if (event instanceof LeaseRefused) {
      meters.counter("holdfast.leases.refused").increment();
    } else if (event instanceof LeaseReleased) {
      meters.counter("holdfast.leases.released").increment();
    } else if (event instanceof LeaseLost) {
      meters.counter("holdfast.leases.lost").increment();
    } else if (event instanceof LeasesRenewed renewed) {
      meters.counter("holdfast.leases.renewed").increment(renewed.leases());
    } else if (event instanceof BatchSent batch) {
      meters.timer("holdfast.batch.duration").record(batch.took());
    } else if (event instanceof TransactionRetried retried) {
      String conflict = retried.conflict().name().toLowerCase(Locale.ROOT);
      meters.counter("holdfast.transactions.retried", "conflict", conflict).increment();
    } else if (event instanceof DatabaseLost) {
      meters.counter("holdfast.database.lost").increment();
    }
  }
}
