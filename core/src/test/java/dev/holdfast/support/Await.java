package dev.holdfast.support;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Bounded waiting for something that gives no signal. */
public final class Await {

  private static final Duration LONG = Duration.ofSeconds(60);

  private Await() {}

  /** Looks every few milliseconds until it is so; fails after a minute. */
  public static void until(String what, Callable<Boolean> condition) {
    within(LONG, what, condition);
  }

  /**
   * Looks every few milliseconds until it is so; fails after that time. Answers how long it took.
   */
  public static Duration within(Duration bound, String what, Callable<Boolean> condition) {
    long start = System.nanoTime();
    while (System.nanoTime() - start < bound.toNanos()) {
      if (call(condition)) {
        return Duration.ofNanos(System.nanoTime() - start);
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(3));
    }
    throw new AssertionError("not within " + bound.toMillis() + " ms: " + what);
  }

  /** Looks until there is one; fails after a minute. */
  public static <T> T gets(String what, Callable<Optional<T>> look) {
    List<T> found = new ArrayList<>();
    until(
        what,
        () -> {
          look.call().ifPresent(found::add);
          return !found.isEmpty();
        });
    return found.get(0);
  }

  /** Waits for a signal; fails after a minute. */
  public static void signal(String what, CountDownLatch latch) {
    try {
      if (!latch.await(LONG.toSeconds(), TimeUnit.SECONDS)) {
        throw new AssertionError("not within " + LONG.toSeconds() + " s: " + what);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted while waiting: " + what, e);
    }
  }

  private static boolean call(Callable<Boolean> condition) {
    try {
      return condition.call();
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }
}
