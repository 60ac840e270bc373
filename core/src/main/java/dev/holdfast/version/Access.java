package dev.holdfast.version;

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

  private static final String ACTIVE_TRANSACTION = "25001";

  private final DataSource dataSource;
  private final @Nullable Connection joined;

  Access(DataSource dataSource, @Nullable Connection joined) {
    this.dataSource = dataSource;
    this.joined = joined;
  }

  Access in(Connection connection) {
    return new Access(dataSource, connection);
  }

  /** Whether the caller's transaction is used: then nothing is committed or repeated here. */
  boolean isJoined() throws SQLException {
    return joined != null && !joined.getAutoCommit();
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
      throw new SQLException(
          "the DataSource gave a connection with a transaction open; to write in that transaction"
              + " hand the connection over: table.in(connection)",
          ACTIVE_TRANSACTION);
    }
  }
}
