package dev.holdfast.testkit.contract;

import dev.holdfast.testkit.Eventually;
import dev.holdfast.testkit.contract.LockClient.Held;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** The ways in which contract tests take a resource, and the times that they use. */
final class Takes {
  /** Longer than any test: nothing expires in it. */
  static final Duration LONG = Duration.ofMinutes(5);

  /** Short enough to wait for, long enough for a busy machine to act within it. */
  static final Duration SHORT = Duration.ofMillis(1_200);

  /** Within this, whatever should happen at once has happened, on a busy machine too. */
  static final Duration SOON = Duration.ofSeconds(30);

  private Takes() {}

  /** Takes a resource that must be free. */
  static Held free(LockClient client, String resource) throws Exception {
    return free(client, resource, LONG);
  }

  static Held free(LockClient client, String resource, Duration ttl) throws Exception {
    return client
        .tryAcquire(resource, ttl)
        .orElseThrow(() -> new AssertionError(resource + " should be free, and is refused"));
  }

  /** Lets time pass until {@link System#nanoTime()} has this value: for what is about time. */
  static void waitUntil(long nanoTime) {
    for (long left = nanoTime - System.nanoTime(); left > 0; left = nanoTime - System.nanoTime()) {
      if (Thread.currentThread().isInterrupted()) {
        throw new AssertionError("Interrupted while letting time pass");
      }
      LockSupport.parkNanos(left);
    }
  }

  /** Takes a resource as soon as its holder's time is over. */
  static Held afterExpiry(LockClient client, String resource) {
    return Eventually.yields(
        resource + " is free after its holder's time is over",
        SHORT.plus(SOON),
        () -> client.tryAcquire(resource, LONG));
  }
}
