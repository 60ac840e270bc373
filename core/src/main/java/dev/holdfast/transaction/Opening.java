package dev.holdfast.transaction;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.postgresql.core.BaseConnection;
import org.postgresql.core.TransactionState;

/**
 * What has to be said before the user's first statement: the lock timeout, and the question for the
 * transaction's id. It travels in the same message as that statement where it can, and alone where
 * it can't: never not at all. Not thread-safe.
 */
final class Opening {

  private final String sql;
  private final List<Object> arguments;
  private final BaseConnection driver;
  private final Runnable answered;
  private final long begunAt = System.nanoTime();
  private boolean pending = true;
  private @Nullable String answer;

  private Opening(String sql, List<Object> arguments, BaseConnection driver, Runnable answered) {
    this.sql = sql;
    this.arguments = arguments;
    this.driver = driver;
    this.answered = answered;
  }

  static Opening of(TransactionOptions.Begin begin, @Nullable UUID outcome, Session session) {
    String timeout = millis(session.running());
    BaseConnection driver = session.driver();
    Runnable answered = session.running()::answered;
    if (outcome != null) {
      return new Opening(
          TransactionSql.OPEN_WITH_OUTCOME, List.of(timeout, outcome), driver, answered);
    }
    return new Opening(
        begin.readOnly() ? TransactionSql.OPEN_READ_ONLY : TransactionSql.OPEN,
        List.of(timeout),
        driver,
        answered);
  }

  /** For a transaction of somebody else's; the answer is the lock timeout as it was before. */
  static Opening joining(BaseConnection driver, Running running) {
    return new Opening(TransactionSql.JOIN, List.of(millis(running)), driver, running::answered);
  }

  private static String millis(Running running) {
    return TimeUnit.NANOSECONDS.toMillis(running.lockTimeout()) + "ms";
  }

  boolean isPending() {
    return pending;
  }

  /** The monotonic time before the transaction had an id. */
  long begunAt() {
    return begunAt;
  }

  /** The transaction's id, or what {@link #joining} asked for; null: not known (yet). */
  @Nullable String answer() {
    return answer;
  }

  /** To be put before a statement of the user's. */
  String before(String statement) {
    return sql + ";\n" + statement;
  }

  /** How many parameters come before the user's. */
  int parameters() {
    return arguments.size();
  }

  void bind(PreparedStatement statement) throws SQLException {
    for (int i = 0; i < arguments.size(); i++) {
      statement.setObject(i + 1, arguments.get(i));
    }
  }

  /** Reads our row, the first result of a statement that was executed. */
  void read(PreparedStatement executed) throws SQLException {
    try (ResultSet row = executed.getResultSet()) {
      row.next();
      answer = row.getString(2);
    }
    pending = false;
    answered.run();
  }

  /**
   * The message failed, perhaps in the user's part. Where the driver went back to a savepoint of
   * its own (autosave) the transaction lives, and the lock timeout is gone: say it again.
   */
  void failed() {
    pending = pending || driver.getTransactionState() != TransactionState.FAILED;
    answered.run();
  }

  /** Says it now, in a message of its own, preceded by this. */
  void alone(Connection connection, String... first) throws SQLException {
    String all = first.length == 0 ? sql : String.join(";\n", first) + ";\n" + sql;
    try (PreparedStatement statement = connection.prepareStatement(all)) {
      bind(statement);
      statement.execute();
      for (int i = 0; i < first.length; i++) {
        statement.getMoreResults();
      }
      read(statement);
    }
  }
}
