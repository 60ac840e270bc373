package dev.holdfast.policy.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.embedded.PostgresServer;
import dev.holdfast.embedded.TestDatabase;
import java.lang.reflect.Proxy;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.sql.Types;
import javax.sql.DataSource;
import javax.sql.XADataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.postgresql.PGConnection;

class ObservedDataSourceTest {

  private static TestDatabase database;

  private final Heard heard = new Heard();
  private Connection connection;
  private Statement statement;

  @BeforeAll
  static void create() throws SQLException {
    database = PostgresServer.shared().createDatabase();
    try (Connection setUp = database.dataSource().getConnection();
        Statement sql = setUp.createStatement()) {
      sql.execute(
          "create table t (id int primary key, n int); insert into t values (1, 0), (2, 0)");
    }
  }

  @AfterAll
  static void drop() {
    database.close();
  }

  @BeforeEach
  void open() throws SQLException {
    connection = ObservedDataSource.of(database.dataSource(), heard).getConnection();
    statement = connection.createStatement();
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
  }

  @Test
  @DisplayName("P4: under autocommit each call is a transaction, however many statements it has")
  void autoCommit() throws SQLException {
    statement.execute("select 1");
    statement.execute("select 1; select 2");

    assertThat(heard.lines)
        .containsExactly("BEGIN | select 1 | COMMIT", "BEGIN | select 1 | select 2 | COMMIT");
  }

  @Test
  @DisplayName("P4: without autocommit a transaction lasts from its first statement to its end")
  void transaction() throws SQLException {
    connection.setAutoCommit(false);
    statement.execute("select 1");
    statement.execute("select 2");
    connection.commit();
    statement.execute("select 3");
    connection.rollback();
    statement.execute("select 4");
    connection.setAutoCommit(true);
    statement.execute("select 5");

    assertThat(heard.lines)
        .containsExactly(
            "BEGIN | select 1",
            "select 2",
            "COMMIT",
            "BEGIN | select 3",
            "ROLLBACK",
            "BEGIN | select 4",
            "COMMIT",
            "BEGIN | select 5 | COMMIT");
  }

  @Test
  @DisplayName("P4: transactions that SQL text begins and ends are seen, within one text too")
  void transactionByText() throws SQLException {
    statement.execute("begin");
    statement.execute("select 1");
    statement.execute("commit");
    statement.execute("select 2; begin; select 3");
    statement.execute("select 4; rollback; select 5");

    assertThat(heard.lines)
        .containsExactly(
            "BEGIN",
            "select 1",
            "COMMIT",
            "BEGIN | select 2 | select 3",
            "select 4 | ROLLBACK | BEGIN | select 5 | COMMIT");
  }

  @Test
  @DisplayName("P4: savepoints by name, without a name and by text go by the name of the server")
  void savepoints() throws SQLException {
    connection.setAutoCommit(false);
    Savepoint named = connection.setSavepoint("A");
    connection.rollback(named);
    connection.releaseSavepoint(named);
    Savepoint nameless = connection.setSavepoint();
    statement.execute("rollback to savepoint \"jdbc_savepoint_" + nameless.getSavepointId() + "\"");
    statement.execute("savepoint b");
    statement.execute("release b");

    String name = "jdbc_savepoint_" + nameless.getSavepointId();
    assertThat(heard.lines)
        .containsExactly(
            "BEGIN | SAVEPOINT A",
            "ROLLBACK_TO A",
            "RELEASE A",
            "SAVEPOINT " + name,
            "ROLLBACK_TO " + name,
            "SAVEPOINT b",
            "RELEASE b");
  }

  @Test
  @DisplayName("P4: a failed call is told as failed, and the transaction it would have begun")
  void failure() throws SQLException {
    connection.setAutoCommit(false);
    assertThatThrownBy(() -> statement.execute("select nonsense")).isInstanceOf(SQLException.class);
    connection.rollback();
    statement.execute("select 1");

    assertThat(heard.lines)
        .containsExactly(
            "BEGIN | select nonsense",
            "failed: BEGIN | select nonsense",
            "ROLLBACK",
            "BEGIN | select 1");
  }

  @Test
  @DisplayName("P4: what ran counts although the driver complained of its result")
  void ranAllTheSame() throws SQLException {
    connection.setAutoCommit(false);
    assertThatThrownBy(() -> statement.executeUpdate("select 1 from t for update"))
        .isInstanceOf(SQLException.class);
    assertThatThrownBy(() -> statement.executeQuery("update t set n = 1 where id = 1"))
        .isInstanceOf(SQLException.class);
    connection.commit();

    assertThat(heard.lines)
        .containsExactly(
            "BEGIN | select 1 from t for update", "update t set n = 1 where id = 1", "COMMIT");
    try (ResultSet row = statement.executeQuery("select n from t where id = 1")) {
      row.next();
      assertThat(row.getInt(1)).as("PostgreSQL did run it").isEqualTo(1);
    }
  }

  @Test
  @DisplayName("P4: a batch is told whole, once, when it runs")
  void batches() throws SQLException {
    statement.addBatch("select set_config('a.b', '1', false)");
    statement.clearBatch();
    statement.addBatch("update t set n = 1 where id = 1");
    statement.addBatch("delete from t where id = 9");
    statement.executeBatch();
    statement.executeBatch();
    try (PreparedStatement prepared =
        connection.prepareStatement("update t set n = 2 where id = ?")) {
      prepared.setInt(1, 1);
      prepared.addBatch();
      prepared.setInt(1, 2);
      prepared.addBatch();
      prepared.executeLargeBatch();
    }

    assertThat(heard.lines)
        .containsExactly(
            "BEGIN | update t set n = 1 where id = 1 | delete from t where id = 9 | COMMIT",
            "",
            "BEGIN | update t set n = 2 where id = ? | COMMIT");
  }

  @Test
  @DisplayName("P4: parameters are there for who asks, a list a run")
  void parameters() throws SQLException {
    Heard curious = new Heard(true);
    try (Connection other = ObservedDataSource.of(database.dataSource(), curious).getConnection();
        PreparedStatement prepared = other.prepareStatement("update t set n = ? where id = ?")) {
      prepared.setNull(1, Types.INTEGER);
      prepared.setInt(2, 1);
      prepared.executeUpdate();
      prepared.setLong(1, 7L);
      prepared.addBatch();
      prepared.setInt(2, 2);
      prepared.addBatch();
      prepared.executeBatch();
    }

    assertThat(curious.lines)
        .containsExactly(
            "BEGIN | update t set n = ? where id = ? | COMMIT [[null, 1]]",
            "BEGIN | update t set n = ? where id = ? | COMMIT [[7, 1], [7, 2]]",
            "closed");
  }

  @Test
  @DisplayName("P4: rows that an updatable result set writes are told as statements")
  void updatable() throws SQLException {
    try (Statement updatable =
            connection.createStatement(ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_UPDATABLE);
        ResultSet rows = updatable.executeQuery("select id, n from t where id = 1")) {
      rows.next();
      rows.updateInt("n", 5);
      rows.updateRow();
    }

    assertThat(heard.lines)
        .containsExactly(
            "BEGIN | select id, n from t where id = 1 | COMMIT",
            "BEGIN | update t set updated_row = default | COMMIT");
  }

  @Test
  @DisplayName("P4: a call in JDBC's braces is told as the select that it is")
  void call() throws SQLException {
    try (CallableStatement call = connection.prepareCall("{? = call upper(?)}")) {
      call.registerOutParameter(1, Types.VARCHAR);
      call.setString(2, "a");
      call.execute();

      assertThat(call.getString(1)).isEqualTo("A");
      assertThat(call.getConnection()).isSameAs(connection);
      assertThat(call.unwrap(CallableStatement.class)).isSameAs(call);
    }
    assertThat(heard.lines).containsExactly("BEGIN | select * from upper(?) | COMMIT");
  }

  @Test
  @DisplayName("P4: JDBC's escapes are told as the driver translates them, braces in strings stay")
  void escapes() throws SQLException {
    statement.execute("select {d '2026-01-01'}");
    statement.execute("select '{}'");

    assertThat(heard.lines)
        .containsExactly(
            "BEGIN | select DATE '2026-01-01' | COMMIT", "BEGIN | select '{}' | COMMIT");
  }

  @Test
  @DisplayName("P4: commit() under autocommit is refused, and a transaction begun by text goes on")
  void commitUnderAutoCommit() throws SQLException {
    statement.execute("begin");
    assertThatThrownBy(connection::commit).isInstanceOf(SQLException.class);
    assertThatThrownBy(connection::rollback).isInstanceOf(SQLException.class);
    statement.execute("select 1");

    assertThat(heard.lines).containsExactly("BEGIN", "select 1");
  }

  @Test
  @DisplayName("P4: no way back leads past the wrapper; the driver's own type is there to unwrap")
  void identity() throws SQLException {
    try (PreparedStatement prepared = connection.prepareStatement("select 1");
        ResultSet rows = prepared.executeQuery()) {
      assertThat(statement.getConnection()).isSameAs(connection);
      assertThat(prepared.getConnection()).isSameAs(connection);
      assertThat(rows.getStatement()).isSameAs(prepared);
      assertThat(prepared.getResultSet()).isSameAs(rows);
      assertThat(connection.getMetaData().getConnection()).isSameAs(connection);
      try (ResultSet tables = connection.getMetaData().getTables(null, null, "t", null)) {
        assertThat(tables.next()).isTrue();
        assertThat(tables.getStatement()).isNull();
      }
    }
    assertThat(connection.unwrap(Connection.class)).isSameAs(connection);
    assertThat(connection.unwrap(PGConnection.class).getBackendPID()).isPositive();
    assertThat(connection.isWrapperFor(PGConnection.class)).isTrue();
  }

  @Test
  @DisplayName("P4: closing is told once, and a closed connection's statements complain")
  void closing() throws SQLException {
    connection.close();
    connection.close();

    assertThat(heard.lines).containsExactly("closed");
    assertThatThrownBy(() -> statement.execute("select 1")).isInstanceOf(SQLException.class);
  }

  @Test
  @DisplayName("P4: a source for XA is refused, because nobody would see its transactions end")
  void xa() {
    DataSource both = // as those of some containers are
        (DataSource)
            Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {DataSource.class, XADataSource.class},
                (proxy, method, arguments) -> null);

    assertThatThrownBy(() -> ObservedDataSource.of(both, heard))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("XADataSource");
  }
}
