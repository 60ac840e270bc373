package dev.holdfast.testkit.junit;

import dev.holdfast.embedded.PostgresServer;
import dev.holdfast.embedded.TestDatabase;
import dev.holdfast.schema.Schema;

/** A database with the schema that others are copied from; nobody stays connected to it. */
final class Template implements AutoCloseable {
  private final TestDatabase database;

  Template(PostgresServer server) {
    this.database = server.createDatabase();
    Schema.of(database.dataSource()).apply();
  }

  // One at a time: PostgreSQL copies a database that nobody else uses, other copies included.
  synchronized TestDatabase copy() {
    return database.server().createDatabase(database.name());
  }

  @Override
  public void close() {
    database.close();
  }
}
