package dev.holdfast.server.console;

import dev.holdfast.Holdfast;
import dev.holdfast.embedded.PostgresServer;
import dev.holdfast.embedded.TestDatabase;
import dev.holdfast.lease.Lease;
import dev.holdfast.lease.LeaseOptions;
import dev.holdfast.policy.Policy;
import dev.holdfast.server.http.AccessTokens;
import dev.holdfast.server.http.Backend;
import dev.holdfast.server.http.Caller;
import dev.holdfast.server.http.HttpService;
import dev.holdfast.server.http.HttpSettings;
import dev.holdfast.server.http.Role;
import dev.holdfast.server.http.Routes;
import dev.holdfast.server.http.Secret;
import dev.holdfast.server.http.StandardRoutes;
import dev.holdfast.server.http.Watching;
import dev.holdfast.server.metrics.ServiceMetrics;
import dev.holdfast.server.text.Json;
import dev.holdfast.server.text.JsonReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.postgresql.ds.PGSimpleDataSource;

/** The whole service on a database of its own, as {@code holdfast serve} starts it. */
final class ConsoleLab implements AutoCloseable {
  private static final Duration LONG = Duration.ofMinutes(2);
  private static final HttpClient HTTP =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private final TestDatabase database = PostgresServer.shared().createDatabase();
  private final Holdfast holdfast = Holdfast.on(database.dataSource());
  private final Secret admin = Secret.random();
  private final Backend backend;
  private final Watching watching;
  private final HttpService service;
  private final String prefix;

  private ConsoleLab(HttpSettings settings, @Nullable Policy policy) {
    ServiceMetrics metrics = new ServiceMetrics("test");
    backend = new Backend(holdfast, database.dataSource(), settings.readOnly());
    watching = Watching.start(backend, database.dataSource(), metrics);
    prefix = settings.pathPrefix();
    List<Routes> routes = new ArrayList<>(StandardRoutes.of(settings, backend, policy));
    routes.add(watching.routes(false));
    routes.add(new ConsoleRoutes());
    service = HttpService.start(settings.withPort(0), backend, admin, routes, metrics.requests());
  }

  static ConsoleLab start() {
    return new ConsoleLab(HttpSettings.defaults(), null);
  }

  static ConsoleLab start(HttpSettings settings) {
    return new ConsoleLab(settings, null);
  }

  static ConsoleLab start(Policy policy) {
    return new ConsoleLab(HttpSettings.defaults(), policy);
  }

  /** The address of the console. */
  String url() {
    return "http://127.0.0.1:" + service.port() + prefix + "/";
  }

  int port() {
    return service.port();
  }

  String admin() {
    return admin.reveal();
  }

  String token(String name, Role role) {
    Caller caller = new Caller(name, role, List.of());
    return new AccessTokens(dataSource()).create(caller, null).reveal();
  }

  DataSource dataSource() {
    return database.dataSource();
  }

  PGSimpleDataSource newDataSource() {
    return database.dataSource();
  }

  Holdfast holdfast() {
    return holdfast;
  }

  /** A lease that is renewed as long as this lab is open. */
  Lease hold(String resource, String holder) {
    return holdfast
        .leases()
        .acquire(resource, LeaseOptions.defaults().withHolder(holder).withTtl(LONG));
  }

  void sql(String statement) {
    try (Connection connection = dataSource().getConnection();
        Statement run = connection.createStatement()) {
      run.execute(statement);
    } catch (SQLException e) {
      throw new AssertionError(statement, e);
    }
  }

  /** Until the observer has told something of this resource. */
  void untilObserved(String resource) {
    String query = "select 1 from holdfast.observed_event where resource = '" + resource + "'";
    WaitUntil.holds(resource + " is observed", () -> isThere(query));
  }

  private boolean isThere(String query) {
    try (Connection connection = dataSource().getConnection();
        Statement run = connection.createStatement();
        ResultSet row = run.executeQuery(query)) {
      return row.next();
    } catch (SQLException e) {
      throw new AssertionError(query, e);
    }
  }

  /** The members of the answer to a call of the API, whatever its status is. */
  Map<String, @Nullable Object> post(String path, Map<String, ?> body) {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(url() + path))
            .header("authorization", "Bearer " + admin())
            .header("content-type", "application/json")
            .POST(BodyPublishers.ofString(Json.write(body)))
            .build();
    try {
      return JsonReader.object(HTTP.send(request, BodyHandlers.ofByteArray()).body());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  /** The browser leaves first: an open stream of events is a client, too. */
  @Override
  public void close() {
    SharedBrowser.get().open("about:blank");
    service.close();
    watching.close();
    backend.close();
    holdfast.close();
    database.close();
  }
}
