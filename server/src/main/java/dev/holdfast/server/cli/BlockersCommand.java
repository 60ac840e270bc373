package dev.holdfast.server.cli;

import dev.holdfast.diagnosis.WaitGraph;
import dev.holdfast.diagnosis.WaitGraph.Tree;
import dev.holdfast.server.text.Json;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
    name = "blockers",
    mixinStandardHelpOptions = true,
    description = {
      "Show who is in the way of whom, over leases and row locks, as trees: the one at the root"
          + " first.",
      "The exit code is 1 if there is a circle, which nobody in it can leave."
    })
final class BlockersCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private DatabaseOptions database = new DatabaseOptions();

  @Option(names = "--json", description = "As JSON.")
  private boolean json;

  @Override
  public Integer call() {
    Console console = Console.of(spec);
    try (Database opened = database.open(console)) {
      WaitGraph graph = opened.holdfast().diagnosis().waitGraph();
      List<Tree> trees = graph.trees();
      if (json) {
        console.print(Json.write(GraphText.json(graph, trees)) + "\n");
      } else if (trees.isEmpty()) {
        console.say("nobody is in anybody's way");
      } else {
        console.print(GraphText.trees(graph, trees));
      }
      return graph.cycles().isEmpty() ? ExitCodes.OK : ExitCodes.NO;
    }
  }
}
