package dev.holdfast.examples.tablecatalog;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.holdfast.embedded.PostgresServer;
import dev.holdfast.embedded.TestDatabase;
import dev.holdfast.examples.support.Http;
import dev.holdfast.examples.support.Http.Answer;
import dev.holdfast.examples.support.RunningApp;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** The running catalog with a database of its own. */
final class Warehouse implements AutoCloseable {

  private final TestDatabase database = PostgresServer.shared().createDatabase();
  private final RunningApp app;

  Warehouse(String... properties) {
    app =
        RunningApp.start(
            new Class<?>[] {TableCatalogApplication.class},
            database.url(),
            database.user(),
            properties);
  }

  RunningApp app() {
    return app;
  }

  Http http() {
    return app.http();
  }

  /** A new namespace. */
  String namespace() throws IOException, InterruptedException {
    String name = "ns-" + UUID.randomUUID();
    Answer made = http().post("/v1/namespaces", Map.of("namespace", List.of(name)));
    assertThat(made.status()).isEqualTo(200);
    return name;
  }

  /** The path of a new table in a namespace of its own. */
  String table() throws IOException, InterruptedException {
    return table(namespace(), "events");
  }

  String table(String namespace, String name) throws IOException, InterruptedException {
    String tables = "/v1/namespaces/" + namespace + "/tables";
    assertThat(http().post(tables, Map.of("name", name)).status()).isEqualTo(200);
    return tables + "/" + name;
  }

  JsonNode metadata(String table) throws IOException, InterruptedException {
    return http().get(table).body().path("metadata");
  }

  /** A commit without requirements that sets one property. */
  static Map<String, Object> property(String name, String value) {
    return Map.of(
        "requirements",
        List.of(),
        "updates",
        List.of(Map.of("action", "set-properties", "updates", Map.of(name, value))));
  }

  /** Somebody else who has all tables locked until closed. */
  Connection lockedByAnother() throws SQLException {
    Connection other = database.dataSource().getConnection();
    other.setAutoCommit(false);
    try (Statement statement = other.createStatement()) {
      statement.execute("select * from tables for update");
    }
    return other;
  }

  /** Whether a session waits for a lock just now. */
  boolean somebodyWaits() throws SQLException {
    try (Connection connection = database.dataSource().getConnection();
        Statement statement = connection.createStatement();
        var row =
            statement.executeQuery(
                "select count(*) from pg_locks where not granted and locktype = 'transactionid'")) {
      return row.next() && row.getInt(1) > 0;
    }
  }

  /** A line of the metrics: its value; 0 if it is not there. */
  long metric(String name) throws IOException, InterruptedException {
    return app.bean(CatalogMetrics.class)
        .text()
        .lines()
        .filter(line -> line.startsWith(name + " "))
        .mapToLong(line -> Long.parseLong(line.substring(name.length() + 1)))
        .findFirst()
        .orElse(0);
  }

  @Override
  public void close() {
    app.close();
    database.close();
  }
}
