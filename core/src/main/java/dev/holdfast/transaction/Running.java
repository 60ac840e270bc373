package dev.holdfast.transaction;

import dev.holdfast.Blocker;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.postgresql.core.BaseConnection;

/**
 * A transaction under way, all its attempts: its times, why it should stop, who was seen in its
 * way. Its thread writes, the watchdog looks.
 */
final class Running {

  /** Between the first cancel and the end of patience with a server that does not react. */
  private static final long GRACE = TimeUnit.SECONDS.toNanos(3);

  /** A lock timeout ends this long before the deadline: its error is the one that tells more. */
  private static final long SLACK = TimeUnit.MILLISECONDS.toNanos(40);

  private static final long SLICE = TimeUnit.MILLISECONDS.toNanos(25);
  private static final long FIRST_PAUSE = TimeUnit.MILLISECONDS.toNanos(50);
  private static final long SHORTEST = TimeUnit.MILLISECONDS.toNanos(1);

  private final TransactionOptions options;
  private final Thread thread = Thread.currentThread();
  private final Grip grip = new Grip();
  private final long startedAt = System.nanoTime();
  private final long deadline;
  private int attempt; // its own thread's alone
  private boolean warned; // the watchdog's alone
  private volatile @Nullable Stop stop;
  private volatile long stoppedAt;
  private volatile long nextCancel;
  private volatile long attemptAt = startedAt;
  private volatile long answeredAt;
  private volatile long lockTimeout;
  private volatile List<Blocker> blockers = List.of();
  private volatile long blockersAt = startedAt;

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

  /** Whether a connection is in use. */
  boolean isInside() {
    return grip.isInside();
  }

  /** The backend to look at, or 0. */
  int backend() {
    return grip.backend();
  }

  /** Begins an attempt: the next thing is to get a connection. */
  void connecting() {
    attempt++;
    attemptAt = System.nanoTime();
    answeredAt = 0;
    blockers = List.of();
    grip.connecting();
  }

  /** The connection is ours from here on, and the lock timeout of this attempt is known. */
  void entered(BaseConnection connection) {
    grip.entered(connection);
    long most = Math.max(left() - SLACK, SHORTEST);
    lockTimeout = Math.min(options.patience().lockTimeout().toNanos(), most);
  }

  /** The connection is not ours any more; no cancel is under way once this returns. */
  void leave() {
    grip.leave();
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
    return !grip.isOutside() && due() != null && (stop == null || now - nextCancel >= 0);
  }

  /**
   * Stops it, from a thread of the watchdog's. A cancel finds nothing to cancel while the function
   * is between two statements, so it comes again; a server that does not react is left behind.
   */
  void stop() {
    grip.cancel(noteStop() > GRACE);
  }

  /** How long ago it was to stop for the first time. */
  private synchronized long noteStop() {
    long now = System.nanoTime();
    if (stop == null) {
      stoppedAt = now;
      stop = due();
    }
    nextCancel = now + Math.max(FIRST_PAUSE, now - stoppedAt);
    return now - stoppedAt;
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
