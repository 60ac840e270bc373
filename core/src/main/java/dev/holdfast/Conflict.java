package dev.holdfast;

import java.sql.SQLException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Why a transaction could not go on beside others, told apart by PostgreSQL's SQLSTATE. */
public enum Conflict {
  /** Another transaction kept a lock for longer than the lock timeout (55P03). */
  LOCK_TIMEOUT,
  /** A lock asked for without waiting was taken (55P03 of NOWAIT). */
  LOCKED,
  /** Transactions waited for each other, and PostgreSQL chose this one to end (40P01). */
  DEADLOCK,
  /** No serial order could explain what was read and written (40001). */
  SERIALIZATION,
  /** The connection was lost, and surely nothing was committed (class 08, 57P01 to 57P03). */
  CONNECTION_LOST;

  private static final int DEEPEST = 20; // a chain of causes may be long, or go round

  /**
   * The conflict that made something fail, looking through the causes: frameworks wrap. What
   * another run has already reported as its end is none of ours any more.
   */
  public static Optional<Conflict> in(Throwable failure) {
    Throwable e = failure;
    for (int depth = 0; e != null && depth < DEEPEST; depth++) {
      if (e instanceof ConflictException settled) {
        return Optional.of(settled.conflict()).filter(LOCKED::equals);
      }
      if (e instanceof CommitUnknownException) {
        return Optional.empty();
      }
      Conflict found = e instanceof SQLException sql ? inChain(sql) : null;
      if (found != null) {
        return Optional.of(found);
      }
      e = e.getCause();
    }
    return Optional.empty();
  }

  /** A batch's own error says little: what failed in it comes next. */
  private static @Nullable Conflict inChain(SQLException first) {
    SQLException e = first;
    for (int length = 0; e != null && length < DEEPEST; length++) {
      Conflict found = of(String.valueOf(e.getSQLState()));
      if (found != null) {
        return found;
      }
      e = e.getNextException();
    }
    return null;
  }

  private static @Nullable Conflict of(String state) {
    return switch (state) {
      case "55P03" -> LOCK_TIMEOUT;
      case "40P01" -> DEADLOCK;
      case "40001" -> SERIALIZATION;
      case "57P01", "57P02", "57P03" -> CONNECTION_LOST;
      default -> state.startsWith("08") ? CONNECTION_LOST : null;
    };
  }
}
