package dev.holdfast.server.cli;

import dev.holdfast.diagnosis.Waiter;
import dev.holdfast.diagnosis.Why;
import dev.holdfast.server.text.Durations;
import dev.holdfast.server.text.Json;
import java.time.Duration;
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
      Why why = opened.holdfast().diagnosis().why(resource);
      if (json) {
        console.print(Json.write(members(why)) + "\n");
        return ExitCodes.OK;
      }
      console.print(Table.visible(why.sentence()) + "\n");
      if (!why.waiters().isEmpty()) {
        console.print(queue(why));
      }
      why.advice().forEach(advice -> console.say(advice.text()));
      why.advice().stream()
          .map(GraphText::command)
          .filter(command -> !command.isEmpty())
          .forEach(command -> console.say("  " + command));
    }
    return ExitCodes.OK;
  }

  /** In the order in which they will get it. */
  private static String queue(Why why) {
    Table table = new Table("WAITING", "FOR", "HOLDS MEANWHILE");
    for (Waiter waiter : why.waiters()) {
      table.row(
          waiter.holder(),
          Durations.show(Duration.between(waiter.since(), why.at())),
          waiter.holds().isEmpty() ? "-" : String.join(", ", waiter.holds()));
    }
    return table.toString();
  }

  private static Map<String, Object> members(Why why) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("sentence", why.sentence());
    Map<String, ?> free = Map.of("resource", why.resource(), "state", "free");
    members.putAll(why.lease().<Map<String, ?>>map(LeaseText::json).orElse(free));
    members.put("waiters", why.waiters().stream().map(w -> members(w, why)).toList());
    members.put("advice", why.advice().stream().map(GraphText::json).toList());
    members.put("cycles", why.cycles());
    return members;
  }

  private static Map<String, Object> members(Waiter waiter, Why why) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("holder", waiter.holder());
    members.put("since", waiter.since());
    members.put("waiting", Duration.between(waiter.since(), why.at()));
    members.put("holds", waiter.holds());
    members.put("backends", waiter.backends());
    return members;
  }
}
