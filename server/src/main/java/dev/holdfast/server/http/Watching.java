package dev.holdfast.server.http;

import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.HikariPoolMXBean;
import dev.holdfast.server.metrics.ServiceMetrics;
import dev.holdfast.server.watch.DatabaseProbe;
import dev.holdfast.server.watch.Watch;
import java.time.Duration;
import java.util.function.ToIntFunction;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** What those who run a service look at: its health and its numbers. */
public final class Watching implements AutoCloseable {
  private final Watch watch;
  private final DatabaseProbe probe;
  private final ServiceMetrics metrics;

  private Watching(Watch watch, DatabaseProbe probe, ServiceMetrics metrics) {
    this.watch = watch;
    this.probe = probe;
    this.metrics = metrics;
  }

  /**
   * Starts it.
   *
   * @param source the database itself, without a pool: for asking whether it answers
   * @param metrics whose listener hears the leases' events
   */
  public static Watching start(Backend backend, DataSource source, ServiceMetrics metrics) {
    Watching watching = new Watching(backend.watch(), DatabaseProbe.start(source), metrics);
    watching.measureWatch();
    watching.measurePool(backend.pool());
    return watching;
  }

  /** {@code metricsOpen}: metrics without an access token. */
  public Routes routes(boolean metricsOpen) {
    return new HealthRoutes(probe, metrics, metricsOpen);
  }

  @Override
  public void close() {
    probe.close();
  }

  private void measureWatch() {
    metrics
        .gauge(
            "holdfast_database_up",
            "Whether the database answered within a second and has the schema: 1 or 0.",
            () -> probe.isReady() ? 1 : 0)
        .gauge("holdfast_waiters", "Places taken in the queues of resources.", probe::waiting)
        .gauge(
            "holdfast_events_lag_seconds",
            "How long ago some service observed: above a few seconds, nobody does.",
            probe::lagSeconds)
        .gauge(
            "holdfast_observer_active",
            "Whether this service is the observer: 1 or 0; 1 in all services together.",
            () -> watch.status().observing() ? 1 : 0)
        .gauge(
            "holdfast_observer_look_seconds",
            "How long the last look of this service took.",
            () -> seconds(watch.status().lookTook()))
        .gauge(
            "holdfast_observer_held_back_seconds",
            "How far back the last look had to begin: high while a transaction stays open.",
            () -> seconds(watch.status().heldBack()))
        .gauge(
            "holdfast_events_subscribers",
            "Who follow events here.",
            () -> watch.status().subscribers())
        .counter("holdfast_events_told_total", "Events told here.", () -> watch.status().told())
        .gauge(
            "holdfast_refusals_pending",
            "Refusals that are to be written.",
            () -> watch.refusals().pending())
        .counter(
            "holdfast_refusals_dropped_total",
            "Refusals that could not be kept.",
            () -> watch.refusals().dropped());
  }

  private void measurePool(DataSource pool) {
    if (pool instanceof HikariDataSource hikari) {
      metrics
          .gauge(
              "holdfast_pool_active_connections",
              "Connections of the looking pool in use.",
              () -> of(hikari, HikariPoolMXBean::getActiveConnections))
          .gauge(
              "holdfast_pool_idle_connections",
              "Connections of the looking pool that are idle.",
              () -> of(hikari, HikariPoolMXBean::getIdleConnections))
          .gauge(
              "holdfast_pool_waiting_threads",
              "Threads that wait for a connection of the looking pool.",
              () -> of(hikari, HikariPoolMXBean::getThreadsAwaitingConnection));
    }
  }

  private static double of(HikariDataSource pool, ToIntFunction<HikariPoolMXBean> number) {
    HikariPoolMXBean bean = pool.getHikariPoolMXBean();
    return bean == null ? Double.NaN : number.applyAsInt(bean);
  }

  private static double seconds(@Nullable Duration duration) {
    return duration == null ? Double.NaN : duration.toNanos() / 1e9;
  }
}
