package dev.holdfast.server.watch;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * A thread that does one thing again and again: after each period, sooner when woken, at once while
 * the task says that there is more. It survives whatever the task throws.
 */
final class Ticker implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger("dev.holdfast.server");
  private static final Duration LONGEST_STOP = Duration.ofSeconds(15);

  private final Thread thread;
  private final Duration period;
  private final BooleanSupplier task;
  private final Semaphore woken = new Semaphore(0);
  private volatile boolean closed;

  Ticker(String name, Duration period, BooleanSupplier task) {
    this.period = period;
    this.task = task;
    this.thread = new Thread(this::run, name);
    this.thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  void wake() {
    woken.release();
  }

  boolean isClosed() {
    return closed;
  }

  /** Lets the task under way finish, for a while. */
  @Override
  public void close() {
    closed = true;
    wake();
    try {
      thread.join(LONGEST_STOP.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    while (!closed) {
      boolean more = false;
      try {
        more = task.getAsBoolean();
      } catch (RuntimeException e) {
        LOG.log(Level.ERROR, thread.getName() + " failed, and goes on", e);
      }
      if (!more && !closed) {
        pause();
      }
    }
  }

  private void pause() {
    try {
      if (woken.tryAcquire(period.toNanos(), TimeUnit.NANOSECONDS)) {
        woken.drainPermits();
      }
    } catch (InterruptedException e) {
      closed = true;
    }
  }
}
