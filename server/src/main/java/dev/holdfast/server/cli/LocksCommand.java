package dev.holdfast.server.cli;

import dev.holdfast.lease.LeaseInfo;
import dev.holdfast.lease.LeaseQuery;
import dev.holdfast.lease.LeaseState;
import dev.holdfast.server.text.Json;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
    name = "locks",
    mixinStandardHelpOptions = true,
    description = "List what is held, by whom and for how long.")
final class LocksCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private DatabaseOptions database = new DatabaseOptions();

  @Option(names = "--json", description = "As JSON.")
  private boolean json;

  @Option(names = "--all", description = "Those that are free, too.")
  private boolean all;

  @Option(names = "--prefix", paramLabel = "TEXT", description = "Names that start with it only.")
  private String prefix = "";

  @Option(names = "--after", paramLabel = "NAME", description = "The next page: names after this.")
  private String after = "";

  @Option(
      names = "--limit",
      paramLabel = "N",
      defaultValue = "100",
      description = "At most so many: ${DEFAULT-VALUE}.")
  private int limit;

  @Override
  public Integer call() {
    Console console = Console.of(spec);
    LeaseQuery query = query();
    try (Database opened = database.open(console)) {
      List<LeaseInfo> found = opened.holdfast().leases().list(query);
      if (json) {
        console.print(Json.write(found.stream().map(LeaseText::json).toList()) + "\n");
      } else if (found.isEmpty()) {
        console.say("nothing is held");
      } else {
        console.print(LeaseText.table(found));
      }
      if (found.size() == limit) {
        console.say("there may be more: --after '" + found.get(limit - 1).resource() + "'");
      }
    }
    return ExitCodes.OK;
  }

  private LeaseQuery query() {
    LeaseQuery query = LeaseQuery.all().withPrefix(prefix).withAfter(after).withLimit(limit);
    return all ? query : query.withState(LeaseState.HELD);
  }
}
