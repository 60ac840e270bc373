package dev.holdfast.policy.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.policy.TableName;
import dev.holdfast.policy.sql.Lock;
import dev.holdfast.policy.sql.Lock.Waiting;
import dev.holdfast.policy.sql.Lock.When;
import dev.holdfast.policy.sql.LockAnalysis;
import dev.holdfast.policy.sql.LockMode;
import dev.holdfast.policy.sql.Origin;
import dev.holdfast.policy.sql.SqlLocks;
import dev.holdfast.policy.sql.StatementLocks;
import dev.holdfast.policy.sql.StatementLocks.Kind;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.ds.PGSimpleDataSource;
import org.postgresql.jdbc.AutoSave;

class GuardTransactionsTest {

  private static final String ACCOUNTS = "update accounts set n = 1";
  private static final String BILLS = "update bills set n = 1";
  private static final String BOXES = "update boxes set n = 1";

  private static GuardLab lab;

  private Connection connection;
  private Statement statement;

  @BeforeAll
  static void create() throws SQLException {
    lab = new GuardLab();
  }

  @AfterAll
  static void drop() {
    lab.close();
  }

  @BeforeEach
  void open() throws SQLException {
    connection = lab.guarded(GuardMode.THROW).getConnection();
    connection.setAutoCommit(false);
    statement = connection.createStatement();
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
  }

  @Test
  @DisplayName("P6: two clusters in one transaction are refused, and the two-phase outbox offered")
  void clusterCrossing() throws SQLException {
    statement.execute(BILLS);

    assertThatThrownBy(() -> statement.execute(BOXES))
        .isInstanceOf(PolicyViolationException.class)
        .hasMessageContaining("rule cluster")
        .hasMessageContaining("outbox")
        .hasMessageContaining("bills FOR NO KEY UPDATE (by: update bills set n = 1)")
        .hasMessageContaining("Operation: none declared")
        .hasMessageContaining("boxes is number 1 of cluster B")
        .hasMessageContaining("Nothing was sent");
  }

  @Test
  @DisplayName("P4: commit and rollback forget, so that a retry begins with nothing")
  void endsForget() throws SQLException {
    statement.execute(BILLS);
    connection.commit();
    statement.execute(BOXES);
    connection.rollback();
    statement.execute(BILLS);
    statement.execute("rollback");
    statement.execute(BOXES);
    connection.setAutoCommit(true);
    statement.execute(BILLS);
    statement.execute(BOXES);
  }

  @Test
  @DisplayName("P4: what was refused does not count as locked")
  void refusedIsNotHeld() throws SQLException {
    refused(() -> statement.execute("update audit set n = 1"));
    statement.execute(BILLS);
    refused(() -> statement.execute(BOXES));
    refused(() -> statement.execute(BOXES));
    statement.execute("update credits set n = 1");
    connection.commit();
  }

  @Test
  @DisplayName(
      "P4: rolling back to a savepoint forgets what was locked since, releasing it does not")
  void savepoints() throws SQLException {
    Savepoint first = connection.setSavepoint();
    statement.execute(BILLS);
    connection.rollback(first);
    statement.execute(ACCOUNTS);
    connection.rollback(first);
    statement.execute(BOXES);
    connection.rollback(first);

    statement.execute("savepoint s");
    statement.execute(BILLS);
    statement.execute("release s");
    refused(() -> statement.execute(BOXES));
    statement.execute("savepoint s");
    statement.execute("update credits set n = 1");
    statement.execute("savepoint s");
    statement.execute("rollback to s");
    refused(() -> statement.execute(BILLS + " where id = 0; select * from bills for update"));
    statement.execute("release s");
    statement.execute("rollback to s");
    statement.execute("select * from credits for update");
    connection.commit();
  }

  @Test
  @DisplayName("P4: an inner savepoint of the same name hides the outer one until it is released")
  void sameName() throws SQLException {
    statement.execute("savepoint s");
    statement.execute(BILLS);
    statement.execute("savepoint s");
    statement.execute("update credits set n = 1");
    statement.execute("rollback to s");
    refused(() -> statement.execute(BOXES));
    statement.execute("release s; rollback to s");
    refused(
        () -> statement.execute(BOXES)); // older than its text: counts as held, on the safe side
    statement.execute("rollback to s");
    statement.execute(BOXES);
  }

  @Test
  @DisplayName("P4: a text of several statements is checked whole before any of it is sent")
  void severalStatements() throws SQLException {
    refused(() -> statement.execute(BILLS + "; " + BOXES));
    assertThat(GuardLab.hasLockOn(connection, "bills")).isFalse();
    statement.execute("savepoint s; " + BILLS + "; rollback to s; " + BOXES);
    refused(() -> statement.execute(BILLS));
    statement.execute("commit; " + BILLS);
    refused(() -> statement.execute("update credits set n = 1; commit; " + BOXES + "; " + BILLS));
    refused(() -> statement.execute(BOXES));
  }

  @Test
  @DisplayName("P4: a batch over several tables is checked whole; a refused one stays a batch")
  void batches() throws SQLException {
    statement.addBatch(BILLS);
    statement.addBatch(ACCOUNTS);
    refused(statement::executeBatch);
    refused(statement::executeLargeBatch);
    assertThat(GuardLab.hasLockOn(connection, "bills")).isFalse();
    statement.clearBatch();
    statement.addBatch(ACCOUNTS);
    statement.addBatch(BILLS);
    assertThat(statement.executeBatch()).containsExactly(2, 2);

    try (PreparedStatement prepared =
        connection.prepareStatement("update boxes set n = ? where id = 1")) {
      prepared.setInt(1, 1);
      prepared.addBatch();
      refused(prepared::executeBatch);
      connection.rollback();
      assertThat(prepared.executeBatch()).containsExactly(1);
    }
  }

  @Test
  @DisplayName("P4: a prepared statement is judged anew in each transaction")
  void preparedAgain() throws SQLException {
    try (PreparedStatement bills = connection.prepareStatement(BILLS);
        PreparedStatement boxes = connection.prepareStatement(BOXES)) {
      for (int i = 0; i < 10; i++) {
        assertThat(bills.executeUpdate()).isEqualTo(2);
        refused(boxes::executeUpdate);
        connection.commit();
        assertThat(boxes.executeLargeUpdate()).isEqualTo(2);
        refused(bills::execute);
        connection.rollback();
      }
    }
  }

  @Test
  @DisplayName("P4: under autocommit each statement is a transaction of its own")
  void autoCommit() throws SQLException {
    connection.setAutoCommit(true);
    statement.execute(BILLS);
    statement.execute(BOXES);
    statement.execute(ACCOUNTS);
    refused(() -> statement.execute(BILLS + ";" + BOXES));
    statement.execute("begin");
    statement.execute(BILLS);
    refused(() -> statement.execute(BOXES));
    statement.execute("end");
    statement.execute(BOXES);
  }

  @Test
  @DisplayName("P4: a statement that failed left no lock, one whose result was not wanted did")
  void failures() throws SQLException {
    Savepoint savepoint = connection.setSavepoint();
    assertThatThrownBy(() -> statement.execute("update bills set n = 1 / 0"))
        .isNotInstanceOf(PolicyViolationException.class);
    connection.rollback(savepoint);
    statement.execute(ACCOUNTS);
    assertThatThrownBy(() -> statement.executeQuery(BILLS))
        .isNotInstanceOf(PolicyViolationException.class);
    refused(() -> statement.execute("select * from accounts where id = 2 for update; " + BOXES));
    connection.rollback();

    assertThatThrownBy(() -> statement.executeQuery("update credits set n = 1"))
        .isNotInstanceOf(PolicyViolationException.class);
    refused(() -> statement.execute(BILLS));
  }

  @Test
  @DisplayName("P4: a driver that undoes failed statements by itself leaves nothing behind either")
  void autosave() throws SQLException {
    PGSimpleDataSource saving = lab.plain();
    saving.setAutosave(AutoSave.ALWAYS);
    try (Connection other =
            PolicyDataSource.wrap(saving, GuardLab.POLICY, GuardMode.THROW).getConnection();
        Statement sql = other.createStatement()) {
      other.setAutoCommit(false);
      sql.execute(ACCOUNTS);
      assertThatThrownBy(() -> sql.execute("update credits set n = 1 / 0"))
          .isNotInstanceOf(PolicyViolationException.class);
      sql.execute(BILLS);
      refused(() -> sql.execute(BOXES));
    }
  }

  @Test
  @DisplayName("P4: rows written through an updatable result set are guarded too")
  void updatable() throws SQLException {
    statement.execute(BOXES);
    try (Statement updatable =
            connection.createStatement(ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_UPDATABLE);
        ResultSet rows = updatable.executeQuery("select id, n from bills where id = 1")) {
      rows.next();
      rows.updateInt(2, 5);
      refused(rows::updateRow);
      refused(rows::deleteRow);
    }
  }

  @Test
  @DisplayName("P8: SQL that can't be understood is refused; what takes no lock is not asked about")
  void unparsed() throws SQLException {
    refused(() -> statement.execute("update update update"));
    statement.execute("set local lock_timeout = '1s'");
    statement.execute("show lock_timeout");
    statement.execute("select count(*) from unnamed");
    connection.commit();
  }

  @ParameterizedTest(name = "{0}")
  @ValueSource(strings = {"api", "text", "autocommit"})
  @DisplayName("P4: locks that a deferred constraint takes at COMMIT are checked before it")
  void deferred(String way) throws SQLException {
    LockAnalysis plain = SqlLocks.plain();
    LockAnalysis deferring =
        sql -> sql.contains("into bills") ? List.of(lookAtCommit()) : plain.of(sql);
    try (Connection other =
            PolicyDataSource.wrap(
                    lab.plain(),
                    GuardLab.POLICY,
                    lab.settings(GuardMode.THROW).withAnalysis(deferring))
                .getConnection();
        Statement insert = other.createStatement()) {
      if (way.equals("autocommit")) {
        refused(() -> insert.execute(BOXES + "; insert into bills values (9, 1)"));
        return;
      }
      other.setAutoCommit(false);
      insert.execute(BOXES);
      insert.execute("insert into bills values (9, 1)");
      refused(() -> commit(other, way));
      refused(() -> commit(other, way));
      other.rollback();
      insert.execute(BILLS);
      other.commit();
    }
  }

  private static void commit(Connection connection, String way) throws SQLException {
    if (way.equals("api")) {
      connection.commit();
    } else {
      try (Statement statement = connection.createStatement()) {
        statement.execute("commit");
      }
    }
  }

  private static StatementLocks lookAtCommit() {
    Lock look =
        new Lock(
            TableName.of("accounts"),
            LockMode.UPDATE,
            Origin.TRIGGER,
            Waiting.WAITS,
            When.AT_COMMIT,
            "deferred trigger");
    return new StatementLocks(Kind.STATEMENT, List.of(look), List.of());
  }

  private static void refused(ThrowingCallable call) {
    assertThatThrownBy(call).isInstanceOf(PolicyViolationException.class);
  }
}
