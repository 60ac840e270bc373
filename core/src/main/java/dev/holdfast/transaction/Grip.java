package dev.holdfast.transaction;

import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.postgresql.core.BaseConnection;

/**
 * The connection of a transaction under way, between the thread that uses it and the watchdog that
 * may cancel what it does.
 *
 * <p>The one danger is a cancel that strikes whatever the next user of a pooled connection does. So
 * a cancel begins only while the connection is ours, and the connection is not given up before the
 * cancel is done: the server has passed it on to the backend by then, and a backend that is idle
 * forgets it. A cancel that gets no answer is not waited for past the grace: the connection is
 * ended instead, and nobody will have it next.
 */
final class Grip {

  /** A bound for the wait for a cancel, should even the watchdog be stuck. */
  private static final long LONGEST_CANCEL = TimeUnit.SECONDS.toNanos(15);

  /** Where the thread is. */
  private enum Phase {
    /** Between two attempts, or not begun: nothing to cancel. */
    OUTSIDE,
    CONNECTING,
    /** A connection is ours; a statement of it may be waiting. */
    INSIDE,
    /** About to give the connection up, as soon as no cancel is under way. */
    LEAVING
  }

  private final Thread thread = Thread.currentThread();
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition cancelDone = lock.newCondition();
  private volatile Phase phase = Phase.OUTSIDE;
  private @Nullable BaseConnection driver;
  private boolean disturbed;
  private boolean aborted;
  private int cancels;

  boolean isInside() {
    return phase == Phase.INSIDE;
  }

  boolean isOutside() {
    return phase == Phase.OUTSIDE;
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

  /** The next thing is to get a connection. */
  void connecting() {
    lock.lock();
    try {
      phase = Phase.CONNECTING;
    } finally {
      lock.unlock();
    }
  }

  /** The connection is ours from here on. */
  void entered(BaseConnection connection) {
    lock.lock();
    try {
      calm();
      phase = Phase.INSIDE;
      driver = connection;
    } finally {
      lock.unlock();
    }
  }

  /** The connection is not ours any more; no cancel is under way once this returns. */
  void leave() {
    lock.lock();
    try {
      calm();
      if (phase == Phase.INSIDE) {
        phase = Phase.LEAVING;
        awaitCancels();
      }
      phase = Phase.OUTSIDE;
      driver = null;
    } finally {
      lock.unlock();
    }
  }

  /** Cancels what runs, from a thread of the watchdog's; for good: ends the connection instead. */
  void cancel(boolean forGood) {
    BaseConnection mine = begin(forGood);
    if (mine == null) {
      return;
    }
    try {
      mine.cancelQuery();
    } catch (SQLException e) {
      // The connection broke, or the server takes no more: the next round tries again, or ends it.
    } finally {
      end();
    }
  }

  /** Answers the connection on which a cancel is to be sent, if one is. */
  private @Nullable BaseConnection begin(boolean forGood) {
    lock.lock();
    try {
      if (forGood) {
        abort();
      } else if (phase == Phase.CONNECTING) {
        disturb();
      } else if (phase == Phase.INSIDE) {
        cancels++;
        return driver;
      }
      return null;
    } finally {
      lock.unlock();
    }
  }

  private void end() {
    lock.lock();
    try {
      cancels--;
      cancelDone.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private void awaitCancels() {
    boolean interrupted = false;
    long rest = LONGEST_CANCEL;
    while (cancels > 0 && !aborted && rest > 0) {
      try {
        rest = cancelDone.awaitNanos(rest);
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Ends the wait for a connection, in pools that can be interrupted. */
  private void disturb() {
    if (!thread.isInterrupted()) {
      disturbed = true;
      thread.interrupt();
    }
  }

  /** Takes that interrupt back: it was not the application's. */
  private void calm() {
    if (disturbed) {
      disturbed = false;
      Thread.interrupted();
    }
  }

  private void abort() {
    if (driver == null || aborted) {
      return;
    }
    aborted = true;
    cancelDone.signalAll();
    try {
      driver.abort(Runnable::run);
    } catch (SQLException e) {
      // It was gone already.
    }
  }
}
