package dev.holdfast.transaction;

import dev.holdfast.Blocker;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.postgresql.core.BaseConnection;

/**
 * A transaction under way, between the thread that runs it and the watchdog that may stop it.
 *
 * <p>The one danger is a cancel that strikes whatever the next user of a pooled connection does. So
 * a cancel is sent only under the lock and only while the connection is ours, and the connection is
 * given up under the same lock: a cancel in flight is waited for. The server has passed it on to
 * the backend by then, and a backend that is idle forgets it.
 */
final class Running {

  /** Between the first cancel and the end of patience with a server that does not react. */
  static final long GRACE = TimeUnit.SECONDS.toNanos(5);

  private static final long SLICE = TimeUnit.MILLISECONDS.toNanos(25);
  private static final long FIRST_PAUSE = TimeUnit.MILLISECONDS.toNanos(50);

  /** Where its thread is. */
  enum Phase {
    /** Between two attempts, or not begun: nothing to cancel. */
    OUTSIDE,
    CONNECTING,
    /** A connection is ours; a statement of it may be waiting. */
    INSIDE
  }

  private final TransactionOptions options;
  private final Thread thread = Thread.currentThread();
  private final long startedAt = System.nanoTime();
  private final long deadline;
  private final ReentrantLock lock = new ReentrantLock();
  private Phase phase = Phase.OUTSIDE;
  private @Nullable BaseConnection driver;
  private boolean disturbed;
  private volatile @Nullable Stop stop;
  private volatile long stoppedAt;
  private volatile long nextCancel;
  private volatile boolean inside;
  private int attempt; // its own thread's alone
  private boolean warned;
  private volatile long attemptAt = startedAt;
  private volatile long answeredAt;
  private volatile long lockTimeout;
  private volatile List<Blocker> blockers = List.of();
  private volatile long blockersAt;

  Running(TransactionOptions options) {
    this.options = options;
    this.deadline = startedAt + options.altogether().toNanos();
    this.lockTimeout = options.patience().lockTimeout().toNanos();
  }

  TransactionOptions options() {
    return options;
  }

  Thread thread() {
    return thread;
  }

  int attempt() {
    return attempt;
  }

  Duration took() {
    return Duration.ofNanos(System.nanoTime() - startedAt);
  }

  long left() {
    return deadline - System.nanoTime();
  }

  /** When this attempt began. */
  long attemptAt() {
    return attemptAt;
  }

  /** The first statement was answered: from here on locks may be held. */
  void answered() {
    answeredAt = System.nanoTime();
  }

  /** When the first statement of this attempt was answered; 0: not yet. */
  long answeredAt() {
    return answeredAt;
  }

  /** Whether it was called slow; the watchdog's alone. */
  boolean isWarned() {
    return warned;
  }

  void warned() {
    warned = true;
  }

  /** What {@code lock_timeout} is in this attempt, in nanoseconds. */
  long lockTimeout() {
    return lockTimeout;
  }

  /** Whether a connection is in use; for those who only look. */
  boolean isInside() {
    return inside;
  }

  /** Begins an attempt: the next thing is to get a connection. */
  void connecting() {
    lock.lock();
    try {
      phase = Phase.CONNECTING;
      attempt++;
      attemptAt = System.nanoTime();
      answeredAt = 0;
      blockers = List.of();
    } finally {
      lock.unlock();
    }
  }

  /**
   * The connection is ours from here on. The lock timeout of this attempt is at most a moment less
   * than the time left, so that the error is the one that names the blocker.
   */
  void entered(BaseConnection connection) {
    lock.lock();
    try {
      calm();
      phase = Phase.INSIDE;
      driver = connection;
      inside = true;
      long slack = TimeUnit.MILLISECONDS.toNanos(40);
      long most = Math.max(left() - slack, TimeUnit.MILLISECONDS.toNanos(1));
      lockTimeout = Math.min(options.patience().lockTimeout().toNanos(), most);
    } finally {
      lock.unlock();
    }
  }

  /** The connection is not ours any more; no cancel is under way once this returns. */
  void leave() {
    lock.lock();
    try {
      calm();
      phase = Phase.OUTSIDE;
      driver = null;
      inside = false;
    } finally {
      lock.unlock();
    }
  }

  /** Takes back an interrupt of the watchdog's, which only was to end the wait for a connection. */
  private void calm() {
    if (disturbed) {
      disturbed = false;
      Thread.interrupted();
    }
  }

  /** What stopped it, or should stop it now; null: nothing. */
  @Nullable Stop due() {
    Stop already = stop;
    if (already != null) {
      return already;
    }
    Cancellation cancellation = options.care().cancellation();
    if (cancellation != null && cancellation.isCancelled()) {
      return Stop.CANCELLED;
    }
    if (left() <= 0) {
      return Stop.DEADLINE;
    }
    return thread.isInterrupted() ? Stop.INTERRUPTED : null;
  }

  /** Whether the watchdog has something to do about it at this moment. */
  boolean wantsStopping(long now) {
    return due() != null && (stop == null || now - nextCancel >= 0);
  }

  /**
   * Stops it, from a thread of the watchdog's. A cancel finds nothing to cancel while the function
   * is between two statements, so it comes again; a server that does not react is left behind.
   */
  void stop() {
    lock.lock();
    try {
      Stop why = due();
      if (why == null || phase == Phase.OUTSIDE) {
        return;
      }
      long now = System.nanoTime();
      if (stop == null) {
        stop = why;
        stoppedAt = now;
      }
      nextCancel = now + Math.max(FIRST_PAUSE, now - stoppedAt);
      interfere(now);
    } catch (SQLException e) {
      // The connection broke, or the server takes no more: the next round tries again, or ends it.
    } finally {
      lock.unlock();
    }
  }

  private void interfere(long now) throws SQLException {
    BaseConnection mine = driver;
    if (mine == null) {
      if (!thread.isInterrupted()) {
        disturbed = true;
        thread.interrupt();
      }
    } else if (now - stoppedAt > GRACE) {
      mine.abort(Runnable::run);
    } else {
      mine.cancelQuery();
    }
  }

  /** The backend to look at, or 0. */
  int backend() {
    lock.lock();
    try {
      return driver == null ? 0 : driver.getBackendPID();
    } finally {
      lock.unlock();
    }
  }

  void blockedBy(List<Blocker> seen) {
    if (!seen.isEmpty()) {
      blockers = seen;
    }
    blockersAt = System.nanoTime();
  }

  List<Blocker> blockers() {
    return blockers;
  }

  long blockersAt() {
    return blockersAt;
  }

  /** Waits between two attempts; answers what stopped it early, if something did. */
  @Nullable Stop pause(long nanos) {
    long end = System.nanoTime() + nanos;
    for (long rest = nanos; rest > 0; rest = end - System.nanoTime()) {
      Stop why = due();
      if (why != null) {
        return why;
      }
      LockSupport.parkNanos(Math.min(rest, SLICE));
    }
    return due();
  }
}
