package dev.holdfast.server.cli;

import dev.holdfast.server.demo.Demo;
import dev.holdfast.server.http.HttpService;
import dev.holdfast.server.http.HttpSettings;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
    name = "demo",
    mixinStandardHelpOptions = true,
    description = {
      "Serve the console with something to see: actors that hold, wait, forget to renew, meet in a"
          + " circle.",
      "It has a PostgreSQL of its own, whatever the environment says."
    })
final class DemoCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private ServeOptions options = new ServeOptions();

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "Where its PostgreSQL lives; by default beside that of holdfast serve.")
  private @Nullable Path data;

  @Override
  public Integer call() throws InterruptedException, SQLException {
    Console console = Console.of(spec);
    HttpSettings settings = options.settings();
    AdminToken admin = AdminToken.of(System.getenv(), settings.listen().isLoopback());
    Serving serving = new Serving(settings, admin, Demo.policy(), options.isMetricsOpen());
    LogOptions.onlyFailures();
    try (Database opened = Database.open(DatabaseChoice.demo(data, System.getenv()), console)) {
      HttpService service = serving.start(opened);
      opened.keep(Demo.start(opened.dataSource()));
      console.print(new ServeText(settings, service.port(), admin, opened.toString()).welcome());
      new CountDownLatch(1).await();
    }
    return ExitCodes.OK;
  }
}
