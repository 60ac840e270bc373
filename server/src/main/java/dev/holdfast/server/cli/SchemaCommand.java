package dev.holdfast.server.cli;

import dev.holdfast.schema.Schema;
import dev.holdfast.server.text.Json;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

@Command(
    name = "schema",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "(print | apply | verify | claims)",
    subcommands = ClaimsSchemaCommand.class,
    description = "Print, apply or verify what Holdfast needs in the database.")
final class SchemaCommand implements Runnable {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "say which: print, apply, verify or claims");
  }

  @Command(
      name = "print",
      mixinStandardHelpOptions = true,
      description = "Print the SQL, for whoever may create a schema.")
  void print() {
    Console.of(spec).print(Schema.print());
  }

  @Command(
      name = "apply",
      mixinStandardHelpOptions = true,
      description = "Create the schema, or bring it up to date. Safe to repeat.")
  int apply(
      @Mixin DatabaseOptions database,
      @Option(names = "--json", description = "As JSON.") boolean json) {
    Console console = Console.of(spec);
    try (Database opened = database.open(console)) {
      List<Integer> applied = Schema.of(opened.dataSource()).apply();
      if (json) {
        console.print(Json.write(Map.of("applied", applied)) + "\n");
        return ExitCodes.OK;
      }
      String versions = applied.stream().map(String::valueOf).collect(Collectors.joining(", "));
      console.say(
          applied.isEmpty()
              ? "the schema of " + opened + " is up to date"
              : "applied version " + versions + " to " + opened);
    }
    return ExitCodes.OK;
  }

  @Command(
      name = "verify",
      mixinStandardHelpOptions = true,
      description = "Check that the schema is the one that this version needs; 1 if not.")
  int verify(
      @Mixin DatabaseOptions database,
      @Option(names = "--json", description = "As JSON.") boolean json) {
    Console console = Console.of(spec);
    try (Database opened = database.open(console)) {
      List<String> findings = Schema.of(opened.dataSource()).verify();
      if (json) {
        console.print(Json.write(Map.of("findings", findings)) + "\n");
      } else if (!findings.isEmpty()) {
        findings.forEach(console::say);
      } else {
        console.say("the schema of " + opened + " is as it should be");
      }
      return findings.isEmpty() ? ExitCodes.OK : ExitCodes.NO;
    }
  }
}
