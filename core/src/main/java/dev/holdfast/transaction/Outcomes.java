package dev.holdfast.transaction;

import dev.holdfast.HoldfastEvent.Ending;
import dev.holdfast.internal.Connector;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * What became of a transaction whose commit was not answered. An answer from the server is the
 * truth; a lost connection is not: then another connection asks, within the patience.
 *
 * <p>The id of a transaction tells, unless the history is another one: after a failover, and after
 * a crash, ids are given out again. So "committed" counts only if the server did not crash since
 * the transaction began; and where an outcome row was written, the row decides. It is looked for
 * after the status was read: a transaction that is over then shows its row.
 */
final class Outcomes {

  private static final long POLL = TimeUnit.MILLISECONDS.toNanos(100);
  private static final int CONNECT_MILLIS = 2_000;
  private static final String NOT_YET = "22023";

  private final Connector connector;
  private final Duration patience;

  Outcomes(DataSource dataSource, Duration patience) {
    this.connector = new Connector(dataSource);
    this.patience = patience;
  }

  /**
   * How a transaction is known from outside.
   *
   * @param id as the opening answered it: with the timeline
   * @param begunAt the monotonic time before it got its id
   */
  record Known(@Nullable String id, @Nullable UUID outcome, long begunAt) {

    /** Rather too old than too young: the question takes its time, too. */
    private double ageInSeconds() {
      long nanos = System.nanoTime() - begunAt;
      return nanos / 1e9 + CONNECT_MILLIS / 1e3;
    }

    @Override
    public String toString() {
      String number = String.valueOf(id).replaceFirst("@.*", "");
      return outcome != null ? number + " (outcome " + outcome + ")" : number;
    }
  }

  Ending find(Known transaction, SQLException failure) {
    if (!answerWasLost(failure) || transaction.id() == null) {
      return Ending.ROLLED_BACK; // without an id nothing could be written
    }
    boolean interrupted = false;
    long end = System.nanoTime() + patience.toNanos();
    try {
      do {
        interrupted |= Thread.interrupted(); // to know is worth more than to be gone at once
        Ending ending = tryToAsk(transaction, failure, end - System.nanoTime());
        if (ending != null) {
          return ending;
        }
        LockSupport.parkNanos(POLL);
      } while (System.nanoTime() < end);
      return Ending.UNKNOWN;
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private @Nullable Ending tryToAsk(Known transaction, SQLException failure, long left) {
    long millis = Math.max(TimeUnit.NANOSECONDS.toMillis(left), 50);
    try {
      return ask(transaction, (int) Math.min(millis, CONNECT_MILLIS));
    } catch (SQLException e) {
      if (failure.getSuppressed().length < 5) {
        failure.addSuppressed(e);
      }
      return null;
    }
  }

  /** Forgets old rows, at most so many; whether there may be more. */
  boolean prune(int limit) throws SQLException {
    try (Connection connection = connector.open(CONNECT_MILLIS)) {
      boolean autoCommit = connection.getAutoCommit();
      connection.setAutoCommit(true);
      String gone = text(connection, TransactionSql.FORGET_OUTCOMES, limit);
      connection.setAutoCommit(autoCommit);
      return Integer.toString(limit).equals(gone);
    }
  }

  /** Class 08 and the shutdown codes: the server may have committed before it went away. */
  static boolean answerWasLost(SQLException e) {
    String state = e.getSQLState();
    return state == null || state.startsWith("08") || state.startsWith("57P");
  }

  /** Null: not over yet. */
  private @Nullable Ending ask(Known transaction, int millis) throws SQLException {
    try (Connection connection = connector.open(millis)) {
      boolean autoCommit = connection.getAutoCommit();
      connection.setAutoCommit(true); // each look with its own snapshot
      int timeout = connection.getNetworkTimeout();
      connection.setNetworkTimeout(Runnable::run, CONNECT_MILLIS);
      Ending ending = ask(connection, transaction);
      connection.setNetworkTimeout(Runnable::run, timeout);
      connection.setAutoCommit(autoCommit);
      return ending;
    }
  }

  private static @Nullable Ending ask(Connection connection, Known transaction)
      throws SQLException {
    String status = status(connection, transaction);
    if (transaction.outcome() != null) {
      if ("t".equals(text(connection, TransactionSql.OUTCOME, transaction.outcome()))) {
        return Ending.COMMITTED;
      }
      return "in progress".equals(status) ? null : Ending.ROLLED_BACK;
    }
    return switch (status) {
      case "committed" -> Ending.COMMITTED;
      case "aborted" -> Ending.ROLLED_BACK;
      case "in progress" -> null;
      default -> Ending.UNKNOWN;
    };
  }

  /** Empty: too old, or not of this server's history. */
  private static String status(Connection connection, Known transaction) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(TransactionSql.STATUS)) {
      statement.setDouble(1, transaction.ageInSeconds());
      statement.setString(2, transaction.id());
      String status = first(statement);
      return status == null ? "" : status;
    } catch (SQLException e) {
      if (NOT_YET.equals(e.getSQLState())) {
        return "";
      }
      throw e;
    }
  }

  private static @Nullable String text(Connection connection, String sql, @Nullable Object argument)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setObject(1, argument);
      return first(statement);
    }
  }

  private static @Nullable String first(PreparedStatement statement) throws SQLException {
    try (ResultSet row = statement.executeQuery()) {
      row.next();
      return row.getString(1);
    }
  }
}
