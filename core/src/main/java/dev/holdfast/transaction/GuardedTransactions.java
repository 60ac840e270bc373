package dev.holdfast.transaction;

import dev.holdfast.CommitUnknownException;
import dev.holdfast.RequestFailedException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLWarning;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.postgresql.core.BaseConnection;
import org.postgresql.core.TransactionState;

/**
 * Runs a function in a transaction of the application's DataSource that begins with a guard, and
 * settles how it ended: begin, guard, function, look whether the transaction is still whole,
 * commit; if the answer to the commit is lost, ask the database.
 */
public final class GuardedTransactions {

  /**
   * The guard's snapshot may predate a renewal under REPEATABLE READ: nothing was done yet, again.
   */
  private static final int GUARD_TRIES = 5;

  private final DataSource dataSource;

  public GuardedTransactions(DataSource dataSource) {
    this.dataSource = dataSource;
  }

  /** Commits what the function did, or throws; what the function throws passes through. */
  public <T extends @Nullable Object, X extends Exception> T run(
      TransactionStart start, TransactionFunction<T, X> function) throws X {
    Connection connection = open();
    boolean over = false;
    try {
      String id = begin(connection, start);
      T result = function.apply(new Transaction(connection));
      refuseSilentRollback(connection);
      over = true;
      commit(connection, id);
      return result;
    } finally {
      close(connection, over);
    }
  }

  private Connection open() {
    try {
      Connection connection = dataSource.getConnection();
      connection.setAutoCommit(false);
      return connection;
    } catch (SQLException e) {
      throw new RequestFailedException("a guarded transaction could not begin", e);
    }
  }

  private static String begin(Connection connection, TransactionStart start) {
    try {
      for (int attempt = 1; attempt < GUARD_TRIES; attempt++) {
        try {
          return start.apply(connection);
        } catch (SQLException e) {
          if (!"40001".equals(e.getSQLState())) {
            throw e;
          }
          connection.rollback();
        }
      }
      return start.apply(connection);
    } catch (SQLException e) {
      throw new RequestFailedException("a guarded transaction could not begin", e);
    }
  }

  private static void refuseSilentRollback(Connection connection) {
    try {
      BaseConnection driver = connection.unwrap(BaseConnection.class);
      if (driver.getTransactionState() == TransactionState.FAILED) {
        throw new SQLException("a statement failed and its error was swallowed", "25P02");
      }
    } catch (SQLException e) {
      throw new RequestFailedException("nothing was committed", e);
    }
  }

  private void commit(Connection connection, String id) {
    try {
      connection.clearWarnings();
      connection.commit();
      refuseUnconfirmed(connection, id);
    } catch (SQLException e) {
      switch (CommitOutcome.of(dataSource, id, e)) {
        case COMMITTED -> {}
        case ROLLED_BACK -> throw new RequestFailedException("nothing was committed", e);
        case UNKNOWN -> throw new CommitUnknownException(id, e);
      }
    }
  }

  /**
   * A synchronous standby did not confirm (the wait was cancelled): committed here, perhaps not
   * there.
   */
  private static void refuseUnconfirmed(Connection connection, String id) throws SQLException {
    for (SQLWarning warning = connection.getWarnings();
        warning != null;
        warning = warning.getNextWarning()) {
      if ("01000".equals(warning.getSQLState())) {
        throw new CommitUnknownException(id, warning);
      }
    }
  }

  private static void close(Connection connection, boolean over) {
    try (connection) {
      if (!over) {
        connection.rollback();
      }
      if (!connection.isClosed()) {
        connection.setAutoCommit(true);
      }
    } catch (SQLException e) {
      // The connection is gone, and an open transaction with it; what led here is being told.
    }
  }
}
