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
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

@Command(
    name = "serve",
    mixinStandardHelpOptions = true,
    description = {
      "Serve leases over HTTP, and the console.",
      "HOLDFAST_ADMIN_TOKEN is the access token of an administrator; without it one is made, and"
          + " shown when only this machine can connect."
    })
final class ServeCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private DatabaseOptions database = new DatabaseOptions();
  @Mixin private ServeOptions options = new ServeOptions();
  @Mixin private LogOptions log = new LogOptions();

  @Override
  public Integer call() throws InterruptedException {
    Console console = Console.of(spec);
    HttpSettings settings = options.settings();
    AdminToken admin = AdminToken.of(System.getenv(), settings.listen().isLoopback());
    Policy policy = options.policy();
    boolean metricsOpen = options.isMetricsOpen();
    log.apply();
    try (Database opened = database.open(console)) {
      ServiceMetrics metrics = new ServiceMetrics(Version.number());
      Holdfast holdfast =
          opened.holdfast(HoldfastSettings.defaults().withListener(metrics.listener()));
      Backend backend =
          opened.keep(new Backend(holdfast, opened.dataSource(), settings.readOnly()));
      Watching watching = opened.keep(Watching.start(backend, opened.dataSource(), metrics));
      List<Routes> routes = new ArrayList<>(StandardRoutes.of(settings, backend, policy));
      routes.add(watching.routes(metricsOpen));
      routes.add(new ConsoleRoutes());
      HttpService service = opened.keep(start(settings, backend, admin.secret(), routes, metrics));
      console.print(ServeText.welcome(settings, service.port(), admin, opened.toString()));
      // A signal ends the JVM, which closes the database and with it all of this, the last first.
      new CountDownLatch(1).await();
    }
    return ExitCodes.OK;
  }

  private static HttpService start(
      HttpSettings settings,
      Backend backend,
      Secret admin,
      List<Routes> routes,
      ServiceMetrics metrics) {
    try {
      return HttpService.start(settings, backend, admin, routes, metrics.requests());
    } catch (IllegalStateException e) {
      throw new UsageException(e.getMessage() + "; choose another --port or --bind");
    }
  }
}
