package dev.holdfast.server.http;

import dev.holdfast.Holdfast;
import dev.holdfast.HoldfastSettings;
import dev.holdfast.embedded.PostgresServer;
import dev.holdfast.embedded.TestDatabase;
import dev.holdfast.lease.LeaseInfo;
import dev.holdfast.server.metrics.ServiceMetrics;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import javax.sql.DataSource;

/** A service on a database of its own, and clients for it. */
public final class ServiceLab implements AutoCloseable {
  private final TestDatabase database;
  private final Holdfast holdfast;
  private final Backend backend;
  private final HttpService service;
  private final Watching watching;
  private final Secret admin = Secret.random();

  private ServiceLab(HttpSettings settings, Function<Backend, List<Routes>> more) {
    this.database = PostgresServer.shared().createDatabase();
    ServiceMetrics metrics = new ServiceMetrics("test");
    this.holdfast =
        Holdfast.on(
            database.dataSource(), HoldfastSettings.defaults().withListener(metrics.listener()));
    this.backend = new Backend(holdfast, database.dataSource(), settings.readOnly());
    this.watching = Watching.start(backend, database.dataSource(), metrics);
    List<Routes> groups = new ArrayList<>(StandardRoutes.of(settings, backend, null));
    groups.add(watching.routes(false));
    groups.addAll(more.apply(backend));
    this.service =
        HttpService.start(settings.withPort(0), backend, admin, groups, metrics.requests());
  }

  public static ServiceLab start() {
    return start(HttpSettings.defaults());
  }

  public static ServiceLab start(HttpSettings settings) {
    return new ServiceLab(settings, backend -> List.of());
  }

  /** With endpoints besides those of the package. */
  public static ServiceLab start(HttpSettings settings, Function<Backend, List<Routes>> more) {
    return new ServiceLab(settings, more);
  }

  public HttpService service() {
    return service;
  }

  public Holdfast holdfast() {
    return holdfast;
  }

  public DataSource dataSource() {
    return database.dataSource();
  }

  public Client admin() {
    return new Client(service.port(), admin.reveal());
  }

  /** A client with a new access token. */
  public Client client(String name, Role role, String... prefixes) {
    Caller caller = new Caller(name, role, List.of(prefixes));
    return new Client(service.port(), new AccessTokens(dataSource()).create(caller, null).reveal());
  }

  /** How many processes stand in a resource's queue in the database. */
  int waiters(String resource) {
    return holdfast.leases().find(resource).map(LeaseInfo::waiting).orElse(0);
  }

  public Client anybody() {
    return new Client(service.port(), null);
  }

  @Override
  public void close() {
    service.close();
    watching.close();
    backend.close();
    holdfast.close();
    database.close();
  }
}
