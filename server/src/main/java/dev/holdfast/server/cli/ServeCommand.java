package dev.holdfast.server.cli;

import dev.holdfast.server.http.HttpService;
import dev.holdfast.server.http.HttpSettings;
import dev.holdfast.server.text.Json;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
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

  @Option(names = "--json", description = "Say as JSON, in one line, where it serves.")
  private boolean json;

  @Mixin private LogOptions log = new LogOptions();

  @Override
  public Integer call() throws InterruptedException {
    Console console = Console.of(spec);
    HttpSettings settings = options.settings();
    AdminToken admin = AdminToken.of(System.getenv(), settings.listen().isLoopback());
    Serving serving = new Serving(settings, admin, options.policy(), options.isMetricsOpen());
    log.apply();
    try (Database opened = database.open(console)) {
      HttpService service = serving.start(opened);
      ServeText text = new ServeText(settings, service.port(), admin, opened.toString());
      console.print(json ? Json.write(text.json()) + "\n" : text.welcome());
      // A signal ends the JVM, which closes the database and with it all of this, the last first.
      new CountDownLatch(1).await();
    }
    return ExitCodes.OK;
  }
}
