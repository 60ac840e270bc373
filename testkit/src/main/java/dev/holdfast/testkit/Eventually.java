package dev.holdfast.testkit;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Waits for what has no signal of its own: looks again every 10 ms, up to a bound, and says what it
 * waited for when that has passed.
 */
public final class Eventually {
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  private Eventually() {}

  /** Waits until the condition holds. */
  public static void holds(String what, Duration within, Callable<Boolean> condition) {
    yields(what, within, () -> condition.call() ? Optional.of(what) : Optional.empty());
  }

  /** Waits until there is a value, and returns it. */
  public static <T> T yields(String what, Duration within, Callable<Optional<T>> look) {
    long giveUpAt = System.nanoTime() + within.toNanos();
    while (true) {
      boolean lastLook = System.nanoTime() - giveUpAt >= 0;
      Optional<T> found = look(what, look);
      if (found.isPresent()) {
        return found.get();
      }
      if (lastLook) {
        throw new AssertionError("Not within " + within.toMillis() + " ms: " + what);
      }
      if (Thread.currentThread().isInterrupted()) {
        throw new AssertionError("Interrupted while waiting for: " + what);
      }
      LockSupport.parkNanos(LOOK_NANOS);
    }
  }

  private static <T> Optional<T> look(String what, Callable<Optional<T>> look) {
    try {
      return look.call();
    } catch (Exception e) {
      throw new AssertionError("Failed while waiting for: " + what, e);
    }
  }
}
