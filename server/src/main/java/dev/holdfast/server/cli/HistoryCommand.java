package dev.holdfast.server.cli;

import dev.holdfast.lease.PastLease;
import dev.holdfast.server.text.Json;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "history",
    mixinStandardHelpOptions = true,
    description = "List who held a resource, and how each lease ended; the newest first.")
final class HistoryCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private DatabaseOptions database = new DatabaseOptions();

  @Parameters(index = "0", paramLabel = "NAME", description = "The resource.")
  private String resource = "";

  @Option(names = "--json", description = "As JSON.")
  private boolean json;

  @Option(
      names = "--limit",
      paramLabel = "N",
      defaultValue = "20",
      description = "At most so many: ${DEFAULT-VALUE}.")
  private int limit;

  @Override
  public Integer call() {
    Console console = Console.of(spec);
    try (Database opened = database.open(console)) {
      List<PastLease> past = opened.holdfast().leases().history(resource, limit);
      if (json) {
        console.print(Json.write(past.stream().map(HistoryText::json).toList()) + "\n");
      } else if (past.isEmpty()) {
        console.say("nothing is known of " + resource + ": it was never held, or long ago");
      } else {
        console.print(HistoryText.table(past));
      }
    }
    return ExitCodes.OK;
  }
}
