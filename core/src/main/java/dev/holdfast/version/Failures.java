package dev.holdfast.version;

import dev.holdfast.CommitUnknownException;
import dev.holdfast.Conflict;
import dev.holdfast.ConflictException.Course;
import dev.holdfast.DeadlockException;
import dev.holdfast.HoldfastException;
import dev.holdfast.LockTimeoutException;
import dev.holdfast.RequestFailedException;
import dev.holdfast.SerializationException;
import dev.holdfast.internal.Unconfirmed;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;

/** What an error of the database means for what was to be done. */
final class Failures {

  private static final String SERIALIZATION_FAILURE = "40001";
  private static final String NEVER_CONNECTED = "08001";

  private final String what;
  private final Duration lockTimeout;
  private final Access access;
  private final long start = System.nanoTime();

  Failures(String what, Duration lockTimeout, Access access) {
    this.what = what;
    this.lockTimeout = lockTimeout;
    this.access = access;
  }

  /** Of a statement that only reads. */
  HoldfastException reading(SQLException e) {
    return new RequestFailedException("reading " + what + " failed", e);
  }

  /**
   * Of a statement that writes. A transaction of Holdfast's sees to conflicts itself and finds them
   * in the cause; elsewhere they are told here.
   */
  HoldfastException writing(SQLException e) {
    if (Unconfirmed.STATE.equals(e.getSQLState())) {
      return new CommitUnknownException("that writes " + what, e);
    }
    Conflict conflict = access.isRetried() ? null : Conflict.in(e).orElse(null);
    if (conflict == null) {
      return new RequestFailedException("writing " + what + " failed", e);
    }
    Duration took = Duration.ofNanos(System.nanoTime() - start);
    Course course = new Course(1, took, access.isJoined());
    return switch (conflict) {
      case LOCK_TIMEOUT, LOCKED ->
          new LockTimeoutException(
              "%d ms on %s".formatted(lockTimeout.toMillis(), what), course, List.of(), e);
      case DEADLOCK -> new DeadlockException(course, e);
      case SERIALIZATION -> new SerializationException(course, e);
      case CONNECTION_LOST -> lost(e);
    };
  }

  /** The server may have committed before it went away; unless the commit is the caller's. */
  private HoldfastException lost(SQLException e) {
    return access.isJoined() || NEVER_CONNECTED.equals(e.getSQLState())
        ? new RequestFailedException("writing " + what + " failed", e)
        : new CommitUnknownException("that writes " + what, e);
  }

  /**
   * Whether the row was changed or deleted by a transaction that this one's snapshot does not see:
   * what is zero rows under READ COMMITTED. Under SERIALIZABLE the same code also stands for a
   * cycle of reads and writes, which says nothing about this row; the server's routine tells them
   * apart.
   */
  static boolean isConcurrentChange(SQLException e) {
    return isSerialization(e) && !isCycle(e);
  }

  static boolean isSerialization(SQLException e) {
    return SERIALIZATION_FAILURE.equals(e.getSQLState());
  }

  private static boolean isCycle(SQLException e) {
    ServerErrorMessage message = e instanceof PSQLException p ? p.getServerErrorMessage() : null;
    String routine = message == null ? null : message.getRoutine();
    return routine != null && routine.contains("Serializ");
  }
}
