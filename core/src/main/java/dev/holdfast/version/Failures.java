package dev.holdfast.version;

import dev.holdfast.CommitUnknownException;
import dev.holdfast.HoldfastException;
import dev.holdfast.LockTimeoutException;
import dev.holdfast.RequestFailedException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Set;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;

/** What an error of the database means here. */
final class Failures {

  private static final String LOCK_NOT_AVAILABLE = "55P03";
  private static final String SERIALIZATION_FAILURE = "40001";

  /** The classes of a lost connection and of a server that goes down. */
  private static final Set<String> AWAY = Set.of("08", "57");

  /** Of these two classes: what failed before or instead of a commit, not with it. */
  private static final Set<String> NOT_SENT = Set.of("08001", "08004", "57P03", "57014");

  private Failures() {}

  /**
   * Whether the row was changed or deleted by a transaction that this one's snapshot does not see:
   * what is zero rows under READ COMMITTED. Under SERIALIZABLE the same code also stands for a
   * cycle of reads and writes, which says nothing about this row; the server's routine tells them
   * apart.
   */
  static boolean isConcurrentChange(SQLException e) {
    return SERIALIZATION_FAILURE.equals(e.getSQLState()) && !isCycle(e);
  }

  static boolean isSerialization(SQLException e) {
    return SERIALIZATION_FAILURE.equals(e.getSQLState());
  }

  private static boolean isCycle(SQLException e) {
    ServerErrorMessage message = e instanceof PSQLException p ? p.getServerErrorMessage() : null;
    String routine = message == null ? null : message.getRoutine();
    return routine != null && routine.contains("Serializ");
  }

  /** Of a statement that only reads. */
  static HoldfastException reading(String what, SQLException e) {
    return new RequestFailedException("reading " + what + " failed", e);
  }

  /** Of a statement that writes; {@code committing} where its end is the end of the transaction. */
  static HoldfastException writing(
      String what, Duration lockTimeout, boolean committing, SQLException e) {
    if (LOCK_NOT_AVAILABLE.equals(e.getSQLState())) {
      return new LockTimeoutException(what, lockTimeout, e);
    }
    return committing && answerWasLost(e)
        ? new CommitUnknownException("that writes " + what, e)
        : new RequestFailedException("writing " + what + " failed", e);
  }

  /** The server may have committed before it went away. */
  private static boolean answerWasLost(SQLException e) {
    String state = e.getSQLState();
    return state == null || (AWAY.contains(state.substring(0, 2)) && !NOT_SENT.contains(state));
  }
}
