package dev.holdfast.server.cli;

import dev.holdfast.embedded.PostgresServer;
import dev.holdfast.embedded.TestDatabase;
import dev.holdfast.schema.Schema;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;

/** A database for a test, with the schema, and the command lines that were run on it. */
final class CliDatabase implements AutoCloseable {
  private final TestDatabase database;
  private final List<CliProcess> started = new ArrayList<>();

  private CliDatabase(TestDatabase database) {
    this.database = database;
  }

  static CliDatabase empty() {
    return new CliDatabase(PostgresServer.shared().createDatabase());
  }

  static CliDatabase withSchema() {
    return withSchema(PostgresServer.shared());
  }

  static CliDatabase withSchema(PostgresServer server) {
    CliDatabase made = new CliDatabase(server.createDatabase());
    Schema.of(made.dataSource()).apply();
    return made;
  }

  DataSource dataSource() {
    return database.dataSource();
  }

  Map<String, String> environment() {
    return Map.of("HOLDFAST_URL", database.url(), "PGUSER", database.user());
  }

  CliProcess start(String... args) {
    CliProcess process = CliProcess.start(environment(), args);
    started.add(process);
    return process;
  }

  @Override
  public void close() throws IOException {
    for (CliProcess process : started) {
      process.close();
    }
    database.close();
  }
}
