package dev.holdfast.server.cli;

import dev.holdfast.embedded.PostgresServer;
import dev.holdfast.embedded.TestDatabase;
import dev.holdfast.policy.sql.Catalog;
import dev.holdfast.policy.sql.Migrations;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
    name = "catalog",
    mixinStandardHelpOptions = true,
    description = {
      "Print a snapshot of a schema, for check --catalog: tables, keys, triggers, functions.",
      "It is read from a database, or from migrations that run on a temporary PostgreSQL."
    })
final class PolicyCatalogCommand implements Runnable {
  private static final int POSTGRES = 18;

  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private DatabaseOptions database = new DatabaseOptions();

  @Option(
      names = "--migrations",
      paramLabel = "DIR",
      description = "Run the scripts there, by Flyway's names or in the order of their names.")
  private @Nullable Path migrations;

  @Option(
      names = "--define",
      paramLabel = "NAME=VALUE",
      description = "What a placeholder in a script stands for, as $${prefix}. May be given often.")
  private Map<String, String> defined = new LinkedHashMap<>();

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = "Write there, not to standard output.")
  private @Nullable Path out;

  @Override
  public void run() {
    Console console = Console.of(spec);
    try {
      Path folder = migrations;
      String text = folder == null ? fromDatabase(console) : fromMigrations(folder, console);
      if (out == null) {
        console.print(text);
      } else {
        Files.writeString(out, text);
      }
    } catch (SQLException | IOException e) {
      throw new UsageException("no catalog: " + e.getMessage());
    }
  }

  private String fromDatabase(Console console) throws SQLException {
    try (Database opened = database.open(console);
        Connection connection = opened.dataSource().getConnection()) {
      return Catalog.read(connection).toText();
    }
  }

  private String fromMigrations(Path folder, Console console) throws SQLException, IOException {
    if (!Files.isDirectory(folder)) {
      throw new UsageException("there is no folder " + folder);
    }
    List<Path> scripts = Migrations.in(folder);
    if (scripts.isEmpty()) {
      throw new UsageException("there are no .sql files in " + folder);
    }
    console.say("running " + scripts.size() + " scripts on a temporary PostgreSQL " + POSTGRES);
    try (PostgresServer server = PostgresServer.start(POSTGRES);
        TestDatabase temporary = server.createDatabase();
        Connection connection = temporary.dataSource().getConnection()) {
      for (Path script : scripts) {
        Migrations.run(connection, script, defined);
      }
      return Catalog.read(connection).toText();
    }
  }
}
