package dev.holdfast.server.http;

import dev.holdfast.Holdfast;
import dev.holdfast.HoldfastSettings;
import dev.holdfast.embedded.PostgresServer;
import dev.holdfast.embedded.TestDatabase;
import dev.holdfast.lease.Lease;
import dev.holdfast.server.metrics.ServiceMetrics;
import dev.holdfast.server.watch.Watch;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** A service with all that watches it. */
final class WatchedService implements AutoCloseable {
  private static final Duration SOON = Duration.ofSeconds(60);

  private final TestDatabase database = PostgresServer.shared().createDatabase();
  private final ServiceMetrics metrics = new ServiceMetrics("test");
  private final Secret secret = Secret.random();
  private final Holdfast application;
  private final Backend backend;
  private final Watching watching;
  private final HttpService service;

  private WatchedService(boolean metricsOpen) {
    HoldfastSettings settings = HoldfastSettings.defaults().withHolder("app");
    application = Holdfast.on(database.dataSource(), settings.withListener(metrics.listener()));
    backend = new Backend(application, database.dataSource(), false);
    watching = Watching.start(backend, database.dataSource(), metrics);
    HttpSettings http = HttpSettings.defaults().withPort(0);
    List<Routes> routes = new ArrayList<>(StandardRoutes.of(http, backend, null));
    routes.add(watching.routes(metricsOpen));
    service = HttpService.start(http, backend, secret, routes, metrics.requests());
    until("observing", () -> backend.watch().status().observing());
  }

  static WatchedService start() {
    return new WatchedService(false);
  }

  static WatchedService startWithOpenMetrics() {
    return new WatchedService(true);
  }

  Client admin() {
    return new Client(service.port(), secret.reveal());
  }

  Client anybody() {
    return new Client(service.port(), null);
  }

  Client client(String name, Role role, String... prefixes) {
    AccessTokens tokens = new AccessTokens(database.dataSource());
    Caller caller = new Caller(name, role, List.of(prefixes));
    return new Client(service.port(), tokens.create(caller, null).reveal());
  }

  Watch watch() {
    return backend.watch();
  }

  void sql(String statement) {
    try (Connection connection = database.dataSource().getConnection();
        Statement run = connection.createStatement()) {
      run.execute(statement);
    } catch (SQLException e) {
      throw new AssertionError(statement, e);
    }
  }

  Lease hold(String resource) {
    return application.leases().acquire(resource);
  }

  void untilSubscribers(int count) {
    until(
        count + " subscribers, not " + watch().status().subscribers(),
        () -> watch().status().subscribers() == count);
  }

  static void until(String what, BooleanSupplier condition) {
    long giveUpAt = System.nanoTime() + SOON.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - giveUpAt > 0) {
        throw new AssertionError("not within " + SOON.toSeconds() + " s: " + what);
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
    }
  }

  @Override
  public void close() {
    service.close();
    watching.close();
    backend.close();
    application.close();
    database.close();
  }
}
