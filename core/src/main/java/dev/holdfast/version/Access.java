package dev.holdfast.version;

import dev.holdfast.OpenTransactionException;
import dev.holdfast.transaction.Transaction;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.postgresql.core.BaseConnection;
import org.postgresql.core.TransactionState;

/**
 * Where statements run: each on a connection of the DataSource, committed by itself; or on the
 * caller's connection, in the caller's transaction.
 */
final class Access {

  /** What is done on a connection. */
  @FunctionalInterface
  interface Work<T extends @Nullable Object> {
    T on(Connection connection) throws SQLException;
  }

  private final DataSource dataSource;
  private final @Nullable Connection joined;
  private final boolean retried;

  private Access(DataSource dataSource, @Nullable Connection joined, boolean retried) {
    this.dataSource = dataSource;
    this.joined = joined;
    this.retried = retried;
  }

  static Access to(DataSource dataSource) {
    return new Access(dataSource, null, false);
  }

  Access in(Connection connection) {
    return new Access(dataSource, connection, false);
  }

  Access in(Transaction transaction) {
    return new Access(dataSource, transaction.connection(), true);
  }

  /** Whether the caller's transaction is used: then nothing is committed or repeated here. */
  boolean isJoined() {
    try {
      return joined != null && !joined.getAutoCommit();
    } catch (SQLException e) {
      return true; // it is closed
    }
  }

  /** Whether it is a transaction of Holdfast's, which settles conflicts itself. */
  boolean isRetried() {
    return retried;
  }

  <T extends @Nullable Object> T run(Work<T> work) throws SQLException {
    if (joined != null) {
      return work.on(joined);
    }
    try (Connection connection = dataSource.getConnection()) {
      if (connection.getAutoCommit()) {
        return work.on(connection);
      }
      refuseOpenTransaction(connection);
      connection.setAutoCommit(true);
      try {
        return work.on(connection);
      } finally {
        connection.setAutoCommit(false);
      }
    }
  }

  /** Turning autocommit on would commit what somebody else began. */
  private static void refuseOpenTransaction(Connection connection) throws SQLException {
    BaseConnection driver = connection.unwrap(BaseConnection.class);
    if (driver.getTransactionState() != TransactionState.IDLE) {
      throw new OpenTransactionException();
    }
  }
}
