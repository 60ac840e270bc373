package dev.holdfast.claim;

import dev.holdfast.internal.Unconfirmed;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * One round trip on a connection of the application's, outside any transaction of its own; bounded
 * by a network timeout, the connection given back as it came.
 */
final class Calls {

  /** Puts the parameters in. */
  @FunctionalInterface
  interface Binder {
    void bind(PreparedStatement statement) throws SQLException;
  }

  /** Reads the one result that has rows; null: there was none. */
  @FunctionalInterface
  interface Reader<T> {
    T read(@Nullable ResultSet rows, int updated) throws SQLException;
  }

  private final DataSource dataSource;
  private final int patienceMillis;

  Calls(DataSource dataSource, Duration patience) {
    this.dataSource = dataSource;
    this.patienceMillis = (int) patience.toMillis();
  }

  <T> T call(String sql, Binder binder, Reader<T> reader) throws SQLException {
    try (Connection connection = dataSource.getConnection()) {
      boolean autoCommit = connection.getAutoCommit();
      connection.setAutoCommit(true);
      int timeout = connection.getNetworkTimeout();
      connection.setNetworkTimeout(Runnable::run, patienceMillis);
      try {
        return execute(connection, sql, binder, reader);
      } catch (SQLException e) {
        rollBack(connection, e);
        throw e;
      } finally {
        if (!connection.isClosed()) {
          connection.setNetworkTimeout(Runnable::run, timeout);
          connection.setAutoCommit(autoCommit);
        }
      }
    }
  }

  /** In a transaction that somebody else has. */
  static <T> T execute(Connection connection, String sql, Binder binder, Reader<T> reader)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      binder.bind(statement);
      boolean rows = statement.execute();
      int updated = 0;
      while (!rows) {
        int count = statement.getUpdateCount();
        if (count < 0) {
          Unconfirmed.refuse(statement);
          return reader.read(null, updated);
        }
        updated += count;
        rows = statement.getMoreResults();
      }
      Unconfirmed.refuse(statement);
      try (ResultSet result = statement.getResultSet()) {
        return reader.read(result, updated);
      }
    }
  }

  /** Whether the statement may have had its effect although its answer did not come. */
  static boolean answerWasLost(SQLException e) {
    String state = e.getSQLState();
    return state == null || state.startsWith("08") || state.startsWith("57P") || isUnconfirmed(e);
  }

  /** Whether it had its effect, which a failover may undo; to ask again would not tell. */
  static boolean isUnconfirmed(SQLException e) {
    return Unconfirmed.STATE.equals(e.getSQLState());
  }

  /** Whether the same again may well succeed: a lost answer, a deadlock, a lock held too long. */
  static boolean worthAnotherTry(SQLException e) {
    return answerWasLost(e)
        || "40001".equals(e.getSQLState())
        || "40P01".equals(e.getSQLState())
        || "55P03".equals(e.getSQLState());
  }

  /** The statement's own BEGIN may be open still. */
  private static void rollBack(Connection connection, SQLException cause) {
    try (Statement statement = connection.createStatement()) {
      statement.execute("rollback");
    } catch (SQLException e) {
      cause.addSuppressed(e);
    }
  }
}
