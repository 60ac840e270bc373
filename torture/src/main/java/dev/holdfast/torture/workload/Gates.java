package dev.holdfast.torture.workload;

import dev.holdfast.HoldfastEvent;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/** Where the controller can make a process stand still from inside. */
final class Gates {
  private static final long IN_GUARD_MILLIS = 1_500;

  private final AtomicBoolean guardAwaited = new AtomicBoolean();
  private final AtomicLong starveMillis = new AtomicLong();

  /** The next guarded transaction says so between guard and COMMIT, and waits to be stopped. */
  void awaitGuard() {
    guardAwaited.set(true);
  }

  /** The dispatcher, which renews, stands still for so long, once. */
  void starve(long millis) {
    starveMillis.set(millis);
  }

  void inGuard() {
    if (guardAwaited.compareAndSet(true, false)) {
      System.out.println("guarded");
      Child.pause(IN_GUARD_MILLIS);
    }
  }

  // Told on the dispatcher's own thread: whoever is slow here starves the renewals.
  void onEvent(HoldfastEvent event) {
    if (event instanceof HoldfastEvent.BatchSent) {
      long millis = starveMillis.getAndSet(0);
      if (millis > 0) {
        Child.pause(millis);
      }
    }
  }
}
