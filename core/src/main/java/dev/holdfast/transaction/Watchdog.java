package dev.holdfast.transaction;

import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * One daemon thread that looks at all transactions under way every 25 ms: whose deadline passed,
 * who was interrupted or cancelled, who is slow, who is blocked. It only looks; what may take time
 * (a cancel, a query) is done by a few helpers. It sleeps when nothing is under way.
 */
final class Watchdog implements AutoCloseable {

  private static final System.Logger LOG = System.getLogger("dev.holdfast");
  private static final long TICK = TimeUnit.MILLISECONDS.toNanos(25);
  private static final int TICKS_BEFORE_SLEEP = 80; // waking a thread costs more than a few ticks
  private static final int HELPERS = 8;

  private final Set<Running> all = ConcurrentHashMap.newKeySet();
  private final List<Looks> looks;
  private final ThreadPoolExecutor helpers;
  private @Nullable Thread thread;
  private volatile boolean asleep = true;
  private volatile boolean closed;

  /** What else is looked at in each round. */
  interface Looks {
    void at(Set<Running> all, long now, Executor helpers);
  }

  Watchdog(List<Looks> looks) {
    this.looks = looks;
    this.helpers =
        new ThreadPoolExecutor(
            0, HELPERS, 5, TimeUnit.SECONDS, new SynchronousQueue<>(), Watchdog::daemon);
  }

  void watch(Running running) {
    all.add(running);
    if (asleep) {
      wake();
    }
  }

  /** All that are under way. */
  Set<Running> all() {
    return all;
  }

  void forget(Running running) {
    all.remove(running);
  }

  /** Those under way are still looked after. */
  @Override
  public synchronized void close() {
    closed = true;
    if (thread == null) {
      helpers.shutdown();
    } else {
      LockSupport.unpark(thread);
    }
  }

  private synchronized void wake() {
    if (thread == null || !thread.isAlive()) {
      asleep = false;
      thread = daemon(this::run);
      thread.setName("holdfast-watchdog");
      thread.start();
    } else {
      LockSupport.unpark(thread);
    }
  }

  private void run() {
    int quiet = 0;
    while (!closed || !all.isEmpty()) {
      LockSupport.parkNanos(TICK);
      try {
        look();
      } catch (RuntimeException e) {
        LOG.log(Level.WARNING, "a round of the watchdog failed; the next one comes", e);
      }
      quiet = all.isEmpty() ? quiet + 1 : 0;
      if (quiet > TICKS_BEFORE_SLEEP) {
        sleep();
        quiet = 0;
      }
    }
    helpers.shutdown();
  }

  private void sleep() {
    asleep = true;
    while (all.isEmpty() && !closed) {
      LockSupport.park(this);
    }
    asleep = false;
  }

  private void look() {
    long now = System.nanoTime();
    try {
      for (Running running : all) {
        if (running.wantsStopping(now)) {
          helpers.execute(running::stop);
        }
      }
      looks.forEach(look -> look.at(all, now, helpers));
    } catch (RejectedExecutionException e) {
      // All helpers are busy: the next round comes in 25 ms.
    }
  }

  private static Thread daemon(Runnable task) {
    Thread daemon = new Thread(task, "holdfast-watchdog-helper");
    daemon.setDaemon(true);
    return daemon;
  }
}
