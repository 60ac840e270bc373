package dev.holdfast.policy.guard;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.embedded.PostgresServer;
import dev.holdfast.embedded.TestDatabase;
import dev.holdfast.policy.Cluster;
import dev.holdfast.policy.Policy;
import dev.holdfast.policy.sql.Catalog;
import dev.holdfast.policy.sql.SqlLocks;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** With a catalog, the guard knows the locks that no text shows. */
class GuardCatalogTest {

  private static final Policy POLICY =
      Policy.of(
          Cluster.of("sales", "customers", "orders"), Cluster.of("reports", "stays", "visits"));

  private static TestDatabase database;
  private static GuardSettings settings;

  private Connection connection;
  private Statement statement;

  @BeforeAll
  static void create() throws SQLException {
    database = PostgresServer.shared().createDatabase();
    try (Connection connection = database.dataSource().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(
          """
          create table customers (id int primary key, n int);
          create table orders (id int primary key, customer int references customers);
          create table visits (
            id int primary key,
            customer int references customers deferrable initially deferred);
          create table stays (id int primary key, customer int references customers);
          insert into customers values (1, 0);
          create function note() returns trigger language plpgsql as $$
            begin
              update stays set customer = null;
              return new;
            end $$;
          create trigger note before update on customers for each row execute function note();
          """);
      settings = GuardSettings.defaults().withAnalysis(SqlLocks.with(Catalog.read(connection)));
    }
  }

  @AfterAll
  static void drop() {
    database.close();
  }

  @BeforeEach
  void open() throws SQLException {
    connection = PolicyDataSource.wrap(database.dataSource(), POLICY, settings).getConnection();
    connection.setAutoCommit(false);
    statement = connection.createStatement();
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
  }

  @Test
  @DisplayName("P6: a foreign key that looks into another cluster is refused with its statement")
  void foreignKey() {
    refused(() -> statement.execute("insert into stays values (1, 1)"), "rule fk-cluster");
  }

  @Test
  @DisplayName("P6: a deferred foreign key is refused at COMMIT, and a rollback ends it")
  void deferredForeignKey() throws SQLException {
    statement.execute("insert into visits values (1, 1)");
    refused(connection::commit, "rule fk-cluster");
    connection.rollback();
    connection.setAutoCommit(true);
    refused(() -> statement.execute("insert into visits values (1, 1)"), "rule fk-cluster");
    statement.execute("update visits set id = 2 where id = 9");
  }

  @Test
  @DisplayName("P6: what a trigger locks is refused with the statement that fires it")
  void trigger() throws SQLException {
    refused(() -> statement.execute("update customers set n = 1"), "rule cluster");
    statement.execute("select * from customers for update");
    connection.commit();
  }

  private static void refused(ThrowingCallable call, String rule) {
    assertThatThrownBy(call)
        .isInstanceOf(PolicyViolationException.class)
        .hasMessageContaining(rule);
  }
}
