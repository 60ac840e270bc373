package dev.holdfast.server.cli;

import dev.holdfast.schema.Schema;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
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
  int apply(@Mixin DatabaseOptions database) {
    Console console = Console.of(spec);
    try (Database opened = database.open(console)) {
      List<Integer> applied = Schema.of(opened.dataSource()).apply();
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
  int verify(@Mixin DatabaseOptions database) {
    Console console = Console.of(spec);
    try (Database opened = database.open(console)) {
      List<String> findings = Schema.of(opened.dataSource()).verify();
      findings.forEach(console::say);
      if (findings.isEmpty()) {
        console.say("the schema of " + opened + " is as it should be");
      }
      return findings.isEmpty() ? ExitCodes.OK : ExitCodes.NO;
    }
  }
}
