package dev.holdfast.server.cli;

import dev.holdfast.policy.document.PolicyPicture;
import dev.holdfast.policy.file.PolicySchema;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

@Command(
    name = "policy",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "(lint | doc | graph | schema | catalog)",
    subcommands = {PolicyLintCommand.class, PolicyDocCommand.class, PolicyCatalogCommand.class},
    description = "Look at a lock-order policy: is it right, what does it say.")
final class PolicyCommand implements Runnable {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(), "say which: lint, doc, graph, schema or catalog");
  }

  @Command(
      name = "graph",
      mixinStandardHelpOptions = true,
      description = "Print the picture of the policy, as SVG.")
  void graph(@Mixin PolicyOptions policy) {
    Console.of(spec).print(PolicyPicture.svg(policy.read()));
  }

  @Command(
      name = "schema",
      mixinStandardHelpOptions = true,
      description = "Print the JSON Schema of policy files, for editors.")
  void schema() {
    Console.of(spec).print(PolicySchema.json());
  }
}
