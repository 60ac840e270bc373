package dev.holdfast.server.cli;

import dev.holdfast.Holdfast;
import dev.holdfast.diagnosis.WaitGraph;
import dev.holdfast.lease.LeaseInfo;
import dev.holdfast.lease.LeaseQuery;
import dev.holdfast.lease.LeaseState;
import dev.holdfast.server.text.Json;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
    name = "top",
    mixinStandardHelpOptions = true,
    description = {
      "Show what is held and who waits, live: the most wanted first. Ctrl-C ends it.",
      "Without a terminal it prints one picture and ends."
    })
final class TopCommand implements Callable<Integer> {
  /** More than fit on a screen; the most wanted of these are shown. */
  private static final int READ = 10_000;

  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private DatabaseOptions database = new DatabaseOptions();

  @Option(names = "--json", description = "As JSON, one line a picture.")
  private boolean json;

  @Option(names = "--prefix", paramLabel = "TEXT", description = "Names that start with it only.")
  private String prefix = "";

  @Option(
      names = "--interval",
      paramLabel = "TIME",
      converter = DurationConverter.class,
      defaultValue = "2s",
      description = "How often it looks: ${DEFAULT-VALUE}.")
  private Duration interval = Duration.ofSeconds(2);

  @Option(
      names = "--count",
      paramLabel = "N",
      defaultValue = "0",
      description = "End after so many pictures.")
  private int count;

  @Override
  public Integer call() {
    Console console = Console.of(spec);
    if (interval.toMillis() < 100) {
      throw new UsageException("an interval is 100 ms at least: each look reads the database");
    }
    boolean live = !json && Screen.isThere();
    int most = count > 0 ? count : live ? Integer.MAX_VALUE : 1;
    try (Database opened = database.open(console);
        Screen screen = new Screen(console, live)) {
      Holdfast holdfast = opened.holdfast();
      for (int i = 0; i < most; i++) {
        TopText picture = picture(holdfast, opened.toString());
        if (json) {
          console.print(Json.write(picture.json()) + "\n");
        } else {
          screen.show(picture);
        }
        if (i < most - 1) {
          LockSupport.parkNanos(interval.toNanos());
        }
      }
    }
    return ExitCodes.OK;
  }

  private TopText picture(Holdfast holdfast, String name) {
    LeaseQuery query =
        LeaseQuery.all().withPrefix(prefix).withState(LeaseState.HELD).withLimit(READ);
    List<LeaseInfo> held = holdfast.leases().list(query);
    WaitGraph graph = holdfast.diagnosis().waitGraph();
    return new TopText(name, held, graph);
  }
}
