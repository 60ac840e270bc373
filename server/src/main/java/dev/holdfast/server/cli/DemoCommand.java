package dev.holdfast.server.cli;

import dev.holdfast.server.demo.Counter;
import dev.holdfast.server.demo.Demo;
import dev.holdfast.server.demo.Examples;
import dev.holdfast.server.http.HttpService;
import dev.holdfast.server.http.HttpSettings;
import java.io.IOException;
import java.net.URI;
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
          + " circle; and the five example applications under load, if HOLDFAST_EXAMPLES says where they"
          + " are, as the launcher does.",
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
  public Integer call() throws InterruptedException, SQLException, IOException {
    Console console = Console.of(spec);
    HttpSettings settings = options.settings();
    AdminToken admin = AdminToken.of(System.getenv(), settings.listen().isLoopback());
    Serving serving = new Serving(settings, admin, Demo.policy(), options.isMetricsOpen());
    LogOptions.onlyFailures();
    DatabaseChoice.Embedded place = DatabaseChoice.demo(data, System.getenv());
    try (Database opened = Database.open(place, console)) {
      HttpService service = serving.start(opened);
      ServeText text = new ServeText(settings, service.port(), admin, opened.toString());
      Counter counter = new Counter(URI.create(text.base()), admin.secret());
      Demo demo = opened.keep(Demo.start(opened.dataSource(), counter));
      console.print(text.welcome());
      console.say(
          demo.actors() + " actors hold, wait and fail in this process; Ctrl-C ends it all");
      startExamples(opened, place.directory(), console);
      new CountDownLatch(1).await();
    }
    return ExitCodes.OK;
  }

  private static void startExamples(Database opened, Path directory, Console console)
      throws IOException {
    String jars = System.getenv("HOLDFAST_EXAMPLES");
    if (jars != null && !jars.isEmpty()) {
      Examples examples = opened.keep(Examples.start(Path.of(jars), directory, console::say));
      console.say(examples.count() + " example applications join in, one after the other");
    }
  }
}
