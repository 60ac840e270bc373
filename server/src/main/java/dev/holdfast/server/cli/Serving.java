package dev.holdfast.server.cli;

import dev.holdfast.Holdfast;
import dev.holdfast.HoldfastSettings;
import dev.holdfast.policy.Policy;
import dev.holdfast.server.console.ConsoleRoutes;
import dev.holdfast.server.http.Backend;
import dev.holdfast.server.http.HttpService;
import dev.holdfast.server.http.HttpSettings;
import dev.holdfast.server.http.Routes;
import dev.holdfast.server.http.Secret;
import dev.holdfast.server.http.StandardRoutes;
import dev.holdfast.server.http.Watching;
import dev.holdfast.server.metrics.ServiceMetrics;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The service, put together on a database, closed with it.
 *
 * @param settings where it listens, and what it allows
 * @param admin its administrator's token
 * @param policy to show; null: none
 * @param metricsOpen whether /metrics needs no token
 */
record Serving(
    HttpSettings settings, AdminToken admin, @Nullable Policy policy, boolean metricsOpen) {

  HttpService start(Database database) {
    ServiceMetrics metrics = new ServiceMetrics(Version.number());
    Holdfast holdfast =
        database.holdfast(HoldfastSettings.defaults().withListener(metrics.listener()));
    Backend backend =
        database.keep(new Backend(holdfast, database.dataSource(), settings.readOnly()));
    Watching watching = database.keep(Watching.start(backend, database.dataSource(), metrics));
    List<Routes> routes = new ArrayList<>(StandardRoutes.of(settings, backend, policy));
    routes.add(watching.routes(metricsOpen));
    routes.add(new ConsoleRoutes());
    return database.keep(listen(backend, admin.secret(), routes, metrics));
  }

  private HttpService listen(
      Backend backend, Secret secret, List<Routes> routes, ServiceMetrics metrics) {
    try {
      return HttpService.start(settings, backend, secret, routes, metrics.requests());
    } catch (IllegalStateException e) {
      throw new UsageException(e.getMessage() + "; choose another --port or --bind");
    }
  }
}
