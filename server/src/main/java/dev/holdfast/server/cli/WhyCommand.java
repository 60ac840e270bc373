package dev.holdfast.server.cli;

import dev.holdfast.lease.LeaseInfo;
import dev.holdfast.server.text.Json;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "why",
    mixinStandardHelpOptions = true,
    description = "Say who has a resource, since when, who waits, and what would help.")
final class WhyCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private DatabaseOptions database = new DatabaseOptions();

  @Parameters(index = "0", paramLabel = "NAME", description = "The resource.")
  private String resource = "";

  @Option(names = "--json", description = "As JSON.")
  private boolean json;

  @Override
  public Integer call() {
    Console console = Console.of(spec);
    try (Database opened = database.open(console)) {
      Optional<LeaseInfo> found = opened.holdfast().leases().find(resource);
      if (json) {
        Map<String, ?> none = Map.of("resource", resource, "state", "free");
        console.print(Json.write(found.<Object>map(LeaseText::json).orElse(none)) + "\n");
      } else {
        String never = resource + " is free: it was never held, or not for a long time";
        console.print(Table.visible(found.map(LeaseText::sentence).orElse(never)) + "\n");
        found.filter(LeaseInfo::isHeld).ifPresent(info -> console.say(LeaseText.help(info)));
      }
    }
    return ExitCodes.OK;
  }
}
