package dev.holdfast.testkit.contract;

import dev.holdfast.testkit.contract.LockClient.Held;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Somebody who wants a resource as soon as its holder's time is over, on a thread of its own: a
 * lock may well make it wait for the holder's open write.
 */
final class Successor {
  private final FutureTask<Held> taking;
  private volatile boolean came;

  Successor(LockClient client, String resource) {
    this.taking = new FutureTask<>(() -> Takes.afterExpiry(client, resource));
  }

  /** Starts trying, and returns when the resource was got or this time is over. */
  void tryFor(Duration time) {
    Thread thread = new Thread(taking, "contract-successor");
    thread.setDaemon(true);
    thread.start();
    try {
      taking.get(time.toNanos(), TimeUnit.NANOSECONDS);
      came = true;
    } catch (TimeoutException keptOut) {
      came = false;
    } catch (ExecutionException failed) {
      throw new AssertionError("The successor failed", failed.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("Interrupted while a successor tried", e);
    }
  }

  /** Whether it got the resource before {@link #tryFor} returned. */
  boolean cameWhileTrying() {
    return came;
  }

  /** Its grant, in the end. */
  Held await() throws Exception {
    return taking.get(Takes.SOON.toSeconds(), TimeUnit.SECONDS);
  }
}
