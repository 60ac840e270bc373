package dev.holdfast.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.holdfast.HoldfastSettings;
import dev.holdfast.support.Isolation;
import dev.holdfast.support.Lab;
import dev.holdfast.support.Sql;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.time.Duration;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.postgresql.PGConnection;
import org.postgresql.ds.PGSimpleDataSource;
import org.postgresql.jdbc.AutoSave;

/** Whatever the function does first, the lock timeout is set, and nothing of ours shows. */
class FirstStatementTest {

  private static final TransactionOptions OPTIONS =
      TransactionOptions.defaults().withLockTimeout(Duration.ofMillis(777));
  private static final String TIMEOUT = "select current_setting('lock_timeout')";

  private final Lab lab = new Lab(Isolation.READ_COMMITTED);

  private interface Work {
    void in(Connection connection) throws SQLException;
  }

  @BeforeEach
  void open() {
    lab.sql().run("drop table if exists item");
    lab.sql().run("create table item (id serial primary key, state text)");
    lab.sql().run("insert into item (state) values ('a'), ('b'), ('c')");
  }

  @AfterEach
  void close() {
    lab.close();
  }

  /** Runs it, then sees that the timeout is set: plain, and through a pool. */
  private void first(Work work) throws SQLException {
    first(lab.dataSource(), work);
    HikariConfig config = new HikariConfig();
    config.setDataSource(lab.dataSource());
    config.setMaximumPoolSize(1);
    try (HikariDataSource pool = new HikariDataSource(config)) {
      first(pool, work);
    }
  }

  private static void first(DataSource source, Work work) throws SQLException {
    try (Transactions transactions = new Transactions(source, HoldfastSettings.defaults())) {
      transactions.run(
          OPTIONS,
          tx -> {
            work.in(tx.connection());
            assertThat(Sql.column(tx.connection(), TIMEOUT)).containsExactly("777ms");
            return 0;
          });
    }
  }

  @Test
  @DisplayName("W1: a query first: its rows, its columns, and no result more")
  void query() throws SQLException {
    first(
        connection -> {
          try (PreparedStatement select =
              connection.prepareStatement("select id, state from item where id > ? order by id")) {
            select.setInt(1, 1);
            try (ResultSet rows = select.executeQuery()) {
              assertThat(rows.getMetaData().getColumnCount()).isEqualTo(2);
              assertThat(rows.next()).isTrue();
              assertThat(rows.getString("state")).isEqualTo("b");
              assertThat(rows.next()).isTrue();
              assertThat(rows.next()).isFalse();
            }
            assertThat(select.getMoreResults()).isFalse();
            assertThat(select.getUpdateCount()).isEqualTo(-1);
            assertThat(select.getConnection()).isSameAs(connection);
          }
        });
  }

  @Test
  @DisplayName("W1: an update first: its count; executed again: its count again")
  void update() throws SQLException {
    first(
        connection -> {
          try (PreparedStatement update =
              connection.prepareStatement("update item set state = ? where id <= ?")) {
            update.setString(1, "x");
            update.setInt(2, 2);
            assertThat(update.executeUpdate()).isEqualTo(2);
            assertThat(update.getUpdateCount()).isEqualTo(2);
            update.setInt(2, 1);
            assertThat(update.executeUpdate()).isEqualTo(1);
            assertThat(update.getUpdateCount()).isEqualTo(1);
            assertThat(update.executeLargeUpdate()).isEqualTo(1);
          }
        });
  }

  @Test
  @DisplayName("W1: execute() first answers for the user's statement; several of them come in turn")
  void execute() throws SQLException {
    first(
        connection -> {
          try (PreparedStatement both =
              connection.prepareStatement("update item set state = 'y'; select 7")) {
            assertThat(both.execute()).isFalse();
            assertThat(both.getUpdateCount()).isEqualTo(3);
            assertThat(both.getMoreResults()).isTrue();
            try (ResultSet row = both.getResultSet()) {
              assertThat(row.next()).isTrue();
              assertThat(row.getInt(1)).isEqualTo(7);
            }
          }
        });
  }

  @Test
  @DisplayName("W1: the wrong execute method is refused as the driver does it")
  void wrongMethod() throws SQLException {
    first(
        connection -> {
          assertThatThrownBy(
                  () -> connection.prepareStatement("update item set id = id").executeQuery())
              .isInstanceOf(SQLException.class)
              .hasMessageContaining("No results");
          assertThatThrownBy(() -> connection.prepareStatement("select 1").executeUpdate())
              .isInstanceOf(SQLException.class)
              .hasMessageContaining("none was expected");
        });
  }

  @Test
  @DisplayName("W1: statements prepared together and executed in another order, or never")
  void order() throws SQLException {
    first(
        connection -> {
          try (PreparedStatement never = connection.prepareStatement("select 1/0");
              PreparedStatement second = connection.prepareStatement("select ?::int + 1");
              PreparedStatement first = connection.prepareStatement("select ?::int")) {
            never.setFetchSize(3);
            second.setInt(1, 41);
            first.setString(1, "not a number");
            first.clearParameters();
            first.setInt(1, 5);
            first.setFetchSize(1);
            first.setQueryTimeout(10);
            assertThat(value(first)).isEqualTo(5);
            assertThat(value(second)).isEqualTo(42);
          }
        });
  }

  @Test
  @DisplayName("W1: generated keys are the user's")
  void generatedKeys() throws SQLException {
    first(
        connection -> {
          try (PreparedStatement insert =
              connection.prepareStatement(
                  "insert into item (state) values ('k')", new String[] {"id"})) {
            assertThat(insert.executeUpdate()).isEqualTo(1);
            try (ResultSet keys = insert.getGeneratedKeys()) {
              assertThat(keys.getMetaData().getColumnCount()).isEqualTo(1);
              assertThat(keys.next()).isTrue();
              assertThat(keys.getInt("id")).isGreaterThan(3);
            }
          }
        });
  }

  @Test
  @DisplayName("W1: batches, plain statements, calls, metadata, updatable rows, savepoints, unwrap")
  void everythingElse() throws SQLException {
    first(
        connection -> {
          try (PreparedStatement batch =
              connection.prepareStatement("update item set state = ? where id = ?")) {
            for (int id = 1; id <= 2; id++) {
              batch.setString(1, "z" + id);
              batch.setInt(2, id);
              batch.addBatch();
            }
            assertThat(batch.executeBatch()).containsExactly(1, 1);
          }
        });
    first(
        connection -> {
          try (PreparedStatement batch =
              connection.prepareStatement(
                  "insert into item (state) select current_setting('lock_timeout')")) {
            batch.addBatch();
            batch.executeBatch();
          }
          assertThat(Sql.column(connection, "select state from item order by id desc limit 1"))
              .as("set before the batch ran")
              .containsExactly("777ms");
        });
    first(
        connection -> {
          try (ResultSet row = connection.createStatement().executeQuery(TIMEOUT)) {
            assertThat(row.next()).isTrue();
            assertThat(row.getString(1)).as("set before the statement ran").isEqualTo("777ms");
          }
        });
    first(connection -> connection.prepareCall("{call pg_sleep(0)}").execute());
    first(connection -> connection.getMetaData().getTables(null, null, "item", null).close());
    first(connection -> connection.prepareStatement("select 1").getMetaData());
    first(FirstStatementTest::updatable);
    first(
        connection -> {
          Savepoint savepoint = connection.setSavepoint();
          assertThatThrownBy(() -> Sql.run(connection, "select 1/0"));
          connection.rollback(savepoint);
        });
    first(connection -> connection.unwrap(PGConnection.class).getParameterStatuses());
  }

  private static void updatable(Connection connection) throws SQLException {
    try (PreparedStatement select =
            connection.prepareStatement(
                "select id, state from item where id = 1",
                ResultSet.TYPE_FORWARD_ONLY,
                ResultSet.CONCUR_UPDATABLE);
        ResultSet row = select.executeQuery()) {
      assertThat(row.next()).isTrue();
      row.updateString("state", "written through");
      row.updateRow();
    }
  }

  @Test
  @DisplayName("W1: a driver that saves itself from errors (autosave) loses no lock timeout by it")
  void autosave() throws SQLException {
    PGSimpleDataSource source = lab.dataSource();
    source.setAutosave(AutoSave.ALWAYS);
    first(
        source,
        connection ->
            assertThatThrownBy(() -> Sql.run(connection, "select 1/0"))
                .isInstanceOf(SQLException.class));
    try (Transactions transactions = new Transactions(source, HoldfastSettings.defaults())) {
      String isolation =
          transactions.run(
              OPTIONS.withIsolation(IsolationLevel.SERIALIZABLE),
              tx ->
                  Sql.column(tx.connection(), "select current_setting('transaction_isolation')")
                      .toString());
      assertThat(isolation).isEqualTo("[serializable]");
    }
  }

  @Test
  @DisplayName("W1: a statement that was closed before anything was said is closed, in every way")
  void closed() throws SQLException {
    first(
        connection -> {
          PreparedStatement statement = connection.prepareStatement("update item set state = ?");
          assertThat(statement.isClosed()).isFalse();
          statement.setString(1, "never");
          statement.close();
          statement.close();
          assertThat(statement.isClosed()).isTrue();
          assertThatThrownBy(() -> statement.setString(1, "late")).hasMessageContaining("closed");
          assertThatThrownBy(statement::executeUpdate).hasMessageContaining("closed");
          assertThat(Sql.column(connection, "select state from item order by id"))
              .containsExactly("a", "b", "c");
        });
  }

  @Test
  @DisplayName("W1: what was set before another statement came first is not lost")
  void setBefore() throws SQLException {
    first(
        connection -> {
          try (PreparedStatement late = connection.prepareStatement("select ?::int + ?::int")) {
            late.setInt(1, 40);
            assertThat(Sql.column(connection, "select 1")).containsExactly("1");
            late.setInt(2, 2);
            assertThat(value(late)).isEqualTo(42);
            late.setInt(1, 41);
            assertThat(value(late)).isEqualTo(43);
          }
        });
  }

  @Test
  @DisplayName("W1: a parameter that is not there is told with the user's own numbers")
  void wrongIndex() throws SQLException {
    first(
        connection -> {
          try (PreparedStatement select = connection.prepareStatement("select ?::int")) {
            select.setInt(1, 5);
            select.setInt(2, 6);
            assertThatThrownBy(select::executeQuery)
                .hasMessageContaining("2, number of columns: 1");
            select.clearParameters();
            select.setInt(1, 7);
            assertThat(value(select)).isEqualTo(7);
          }
        });
  }

  @Test
  @DisplayName("an error in the first statement is the user's own")
  void error() {
    assertThatThrownBy(() -> first(lab.dataSource(), c -> Sql.run(c, "select no_such_column")))
        .isInstanceOf(SQLException.class)
        .hasMessageContaining("no_such_column");
  }

  private static int value(PreparedStatement statement) throws SQLException {
    try (ResultSet row = statement.executeQuery()) {
      assertThat(row.next()).isTrue();
      return row.getInt(1);
    }
  }
}
