package dev.holdfast.testkit.contract;

import dev.holdfast.testkit.contract.LockClient.Held;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;

/** Threads that take and release one resource over and over while they are interrupted. */
final class Interrupted {
  private static final int MAX_PAUSE_NANOS = 3_000_000;
  private static final Duration WAIT = Duration.ofMillis(50);

  private final LockClient client;
  private final String resource;
  private final int threads;
  private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
  private volatile boolean over;

  Interrupted(LockClient client, String resource, int threads) {
    this.client = client;
    this.resource = resource;
    this.threads = threads;
  }

  /** Interrupts this many times, at random moments, then lets the threads finish. */
  void storm(Random random, int interrupts) throws InterruptedException {
    List<Thread> running = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      Thread thread = new Thread(this::takeAndRelease, "contract-storm-" + i);
      thread.start();
      running.add(thread);
    }
    for (int i = 0; i < interrupts; i++) {
      LockSupport.parkNanos(random.nextInt(MAX_PAUSE_NANOS));
      running.get(random.nextInt(threads)).interrupt();
    }
    over = true;
    for (Thread thread : running) {
      thread.join(Takes.SOON.toMillis());
      if (thread.isAlive()) {
        throw new AssertionError(thread.getName() + " still hangs in the lock");
      }
    }
    if (!failures.isEmpty()) {
      throw new AssertionError(failures.size() + " unexpected failures", failures.peek());
    }
  }

  private void takeAndRelease() {
    while (!over) {
      try {
        Held held = client.acquire(resource, Takes.LONG, WAIT);
        releaseInPeace(held);
      } catch (InterruptedException | TimeoutException expected) {
        // Then it must not be held: the test looks at the end.
      } catch (Exception unexpected) {
        failures.add(unexpected);
        return;
      }
    }
  }

  // Whoever has the grant must be able to give it back: the interrupt comes before or after.
  private static void releaseInPeace(Held held) throws Exception {
    boolean interrupted = Thread.interrupted();
    for (int attempt = 0; attempt < 100; attempt++) {
      try {
        held.release();
        break;
      } catch (InterruptedException again) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
