package dev.holdfast.server.cli;

import dev.holdfast.lease.Leases;
import dev.holdfast.server.text.Json;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "release",
    mixinStandardHelpOptions = true,
    description = {
      "Take a lease away from its holder, by force.",
      "",
      "The holder learns of it; what it writes under the lease's guard does not commit any more.",
      "The fence says which lease is meant: a newer one is not touched.",
      ""
    })
final class ReleaseCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private DatabaseOptions database = new DatabaseOptions();

  @Parameters(index = "0", paramLabel = "NAME", description = "The resource.")
  private String resource = "";

  @Option(
      names = "--fence",
      required = true,
      paramLabel = "N",
      description = "The fence of the lease, as `holdfast locks` shows it.")
  private long fence;

  @Option(
      names = "--reason",
      required = true,
      paramLabel = "TEXT",
      description = "Why; it is kept in the history.")
  private String reason = "";

  @Option(names = "--json", description = "As JSON.")
  private boolean json;

  @Option(names = "--yes", description = "Really do it.")
  private boolean yes;

  @Override
  public Integer call() {
    Console console = Console.of(spec);
    if (!yes) {
      throw new UsageException(
          "this takes the lease from its holder, who may still be working; add --yes to do it");
    }
    try (Database opened = database.open(console)) {
      Leases leases = opened.holdfast().leases();
      boolean released = leases.forceRelease(resource, fence, reason);
      if (json) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("released", released);
        members.put("now", leases.find(resource).map(LeaseText::json).orElse(null));
        console.print(Json.write(members) + "\n");
        return released ? ExitCodes.OK : ExitCodes.NO;
      }
      if (released) {
        console.say("released %s (fence %d)".formatted(resource, fence));
        return ExitCodes.OK;
      }
      String now =
          leases.find(resource).map(LeaseText::sentence).orElse(resource + " was never held");
      console.say("not released: fence %d is not the current lease. %s".formatted(fence, now));
      return ExitCodes.NO;
    }
  }
}
