package dev.holdfast.server.metrics;

import dev.holdfast.HoldfastEvent;
import dev.holdfast.HoldfastEvent.BatchSent;
import dev.holdfast.HoldfastEvent.ClockDrift;
import dev.holdfast.HoldfastEvent.DatabaseBack;
import dev.holdfast.HoldfastEvent.DatabaseLost;
import dev.holdfast.HoldfastEvent.LeaseGranted;
import dev.holdfast.HoldfastEvent.LeaseLost;
import dev.holdfast.HoldfastEvent.LeaseRefused;
import dev.holdfast.HoldfastEvent.LeaseReleased;
import dev.holdfast.HoldfastEvent.LeasesRenewed;
import dev.holdfast.HoldfastEvent.PushChanged;
import dev.holdfast.HoldfastListener;
import java.time.Duration;
import java.util.List;

/** What the library tells about leases, counted. */
final class LeaseMetrics implements HoldfastListener {
  private static final Labels GRANTED = Labels.of("outcome", "granted");
  private static final Labels REFUSED = Labels.of("outcome", "refused");

  private final Counter granted = counter("granted", "Leases granted by this instance.");
  private final Counter refused =
      counter("refused", "Acquisitions refused, since somebody else held the resource.");
  private final Counter released =
      new Counter(
              "holdfast_leases_released_total",
              "Leases given back; in_time is false for those lost before.")
          .withSeries(Labels.of("in_time", "true"))
          .withSeries(Labels.of("in_time", "false"));
  private final Counter lost =
      counter("lost", "Leases lost by holders that believed to have them.");
  private final Counter renewed = counter("renewed", "Renewals of leases.");
  private final Histogram waited =
      new Histogram(
              "holdfast_lease_wait_seconds",
              "How long acquisitions took until they were granted or refused.",
              0.001,
              0.005,
              0.01,
              0.05,
              0.1,
              0.5,
              1,
              5,
              10,
              30,
              60,
              300)
          .withSeries(GRANTED)
          .withSeries(REFUSED);
  private final Histogram batchSize =
      new Histogram(
              "holdfast_batch_operations",
              "Operations that went to the database in one call.",
              1,
              2,
              5,
              10,
              20,
              50,
              100,
              200,
              500)
          .withSeries(Labels.NONE);
  private final Histogram batchTook =
      new Histogram(
              "holdfast_batch_duration_seconds",
              "How long calls to the database took.",
              0.001,
              0.0025,
              0.005,
              0.01,
              0.025,
              0.05,
              0.1,
              0.25,
              0.5,
              1,
              2.5,
              10)
          .withSeries(Labels.NONE);
  private final Counter databaseLost =
      new Counter("holdfast_database_lost_total", "How often the database went out of reach.")
          .withSeries(Labels.NONE);
  private volatile boolean databaseAway;
  private volatile boolean pushing = true;
  private volatile Duration drift = Duration.ZERO;

  private static Counter counter(String what, String help) {
    return new Counter("holdfast_leases_" + what + "_total", help).withSeries(Labels.NONE);
  }

  List<Family> families() {
    return List.of(
        granted,
        refused,
        released,
        lost,
        renewed,
        waited,
        batchSize,
        batchTook,
        databaseLost,
        Gauge.of("holdfast_database_reachable", "Whether leases can reach the database: 1 or 0.")
            .with(Labels.NONE, () -> databaseAway ? 0 : 1),
        Gauge.of("holdfast_push_working", "Whether waiters are woken by push: 1, or by polling: 0.")
            .with(Labels.NONE, () -> pushing ? 1 : 0),
        Gauge.of(
                "holdfast_clock_drift_seconds",
                "How far the database's clock and ours drifted apart when it was last noticed.")
            .with(Labels.NONE, () -> drift.toMillis() / 1000.0));
  }

  @Override
  public void on(HoldfastEvent event) {
    if (event instanceof LeaseGranted it) {
      granted.add(Labels.NONE, 1);
      waited.observe(GRANTED, seconds(it.waited()));
    } else if (event instanceof LeaseRefused it) {
      refused.add(Labels.NONE, 1);
      waited.observe(REFUSED, seconds(it.waited()));
    } else if (event instanceof LeaseReleased it) {
      released.add(Labels.of("in_time", Boolean.toString(it.inTime())), 1);
    } else if (event instanceof LeaseLost) {
      lost.add(Labels.NONE, 1);
    } else if (event instanceof LeasesRenewed it) {
      renewed.add(Labels.NONE, it.leases());
    } else if (event instanceof BatchSent it) {
      batchSize.observe(Labels.NONE, it.releases() + it.renewals() + it.acquisitions());
      batchTook.observe(Labels.NONE, seconds(it.took()));
    } else {
      onState(event);
    }
  }

  private void onState(HoldfastEvent event) {
    if (event instanceof DatabaseLost) {
      databaseAway = true;
      databaseLost.add(Labels.NONE, 1);
    } else if (event instanceof DatabaseBack) {
      databaseAway = false;
    } else if (event instanceof PushChanged it) {
      pushing = it.working();
    } else if (event instanceof ClockDrift it) {
      drift = it.drift();
    }
  }

  private static double seconds(Duration duration) {
    return duration.toNanos() / 1e9;
  }
}
