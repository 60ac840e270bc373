package dev.holdfast.server.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

@Command(
    name = "holdfast",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    synopsisSubcommandLabel = "COMMAND",
    description = "Concurrency control on PostgreSQL: leases with fencing, lock-order policies.",
    footer = {
      "",
      "The database is the first of these that is set: --url or --data,",
      "HOLDFAST_URL, HOLDFAST_DATA, the variables of psql (PGHOST, PGPORT,",
      "PGDATABASE, PGUSER, PGSSLMODE, ...); otherwise a PostgreSQL of its own in",
      "~/.local/share/holdfast. Passwords come from PGPASSWORD, ~/.pgpass or",
      "HOLDFAST_URL, never from a flag.",
      "",
      "Examples: @|bold holdfast serve|@",
      "@|bold holdfast hold nightly --ttl 30s --wait 10s -- ./backup.sh|@",
      "There is also @|bold holdfast bench|@, which measures; see holdfast bench --help."
    })
final class RootCommand implements Runnable {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "say what to do");
  }
}
