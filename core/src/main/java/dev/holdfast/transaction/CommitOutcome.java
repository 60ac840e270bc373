package dev.holdfast.transaction;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * What became of a transaction whose commit failed. An answer from the server is the truth; a lost
 * connection is not: then {@code pg_xact_status} on another connection tells, within ten seconds.
 */
enum CommitOutcome {
  COMMITTED,
  ROLLED_BACK,
  UNKNOWN;

  private static final Duration PATIENCE = Duration.ofSeconds(10);

  static CommitOutcome of(DataSource dataSource, String transactionId, SQLException failure) {
    if (!answerWasLost(failure)) {
      return ROLLED_BACK;
    }
    long end = System.nanoTime() + PATIENCE.toNanos();
    do {
      try {
        String status = status(dataSource, transactionId);
        if ("committed".equals(status)) {
          return COMMITTED;
        }
        if ("aborted".equals(status)) {
          return ROLLED_BACK;
        }
        if (status == null) {
          return UNKNOWN; // too old: its status is gone
        }
      } catch (SQLException e) {
        failure.addSuppressed(e);
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(100));
    } while (System.nanoTime() < end && !Thread.currentThread().isInterrupted());
    return UNKNOWN;
  }

  /** Class 08 and the shutdown codes: the server may have committed before it went away. */
  private static boolean answerWasLost(SQLException e) {
    String state = e.getSQLState();
    return state == null || state.startsWith("08") || state.startsWith("57P");
  }

  private static @Nullable String status(DataSource dataSource, String transactionId)
      throws SQLException {
    try (Connection connection = dataSource.getConnection();
        PreparedStatement statement =
            connection.prepareStatement("select pg_xact_status(?::text::xid8)")) {
      statement.setString(1, transactionId);
      try (ResultSet row = statement.executeQuery()) {
        row.next();
        return row.getString(1);
      }
    }
  }
}
