package dev.holdfast.testkit.contract;

import dev.holdfast.testkit.contract.LockClient.Held;
import java.time.Duration;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * One process's part of the fuzz: threads that read a counter, dawdle, and write it back plus one,
 * under the counter's lock.
 *
 * @param prefix of all names
 * @param threads in this process
 * @param counters that there are
 * @param increments that this process makes
 * @param seed of its choices
 */
record FuzzRun(String prefix, int threads, int counters, int increments, int seed) {
  private static final Duration TTL = Duration.ofMinutes(2);
  private static final Duration LIMIT = Duration.ofSeconds(140);
  // A busy counter is mostly left for another one, so that most of the time goes into increments.
  private static final int WAIT_ONE_TIME_IN = 8;

  static String counter(String prefix, int number) {
    return prefix + "/" + number;
  }

  /** Runs until all increments are made; returns how many were. */
  int run(LockClient client, boolean canWait) throws Exception {
    AtomicInteger left = new AtomicInteger(increments);
    AtomicInteger done = new AtomicInteger();
    Threads.run(
        threads,
        LIMIT,
        thread -> {
          SplittableRandom random = new SplittableRandom(seed * 1_000L + thread);
          while (left.getAndDecrement() > 0) {
            incrementSomewhere(client, canWait, random);
            done.incrementAndGet();
          }
        });
    return done.get();
  }

  private void incrementSomewhere(LockClient client, boolean canWait, SplittableRandom random)
      throws Exception {
    long giveUpAt = System.nanoTime() + LIMIT.toNanos();
    while (System.nanoTime() - giveUpAt < 0) {
      String name = counter(prefix, random.nextInt(counters));
      boolean wait = canWait && random.nextInt(WAIT_ONE_TIME_IN) == 0;
      Optional<Held> held =
          wait ? Optional.of(client.acquire(name, TTL, LIMIT)) : client.tryAcquire(name, TTL);
      if (held.isPresent()) {
        long value = client.read(name);
        // Room for a rival to slip in between, if the lock lets one.
        LockSupport.parkNanos(1_000);
        client.write(name, value + 1);
        if (!held.get().release()) {
          throw new AssertionError(name + " was lost within " + TTL);
        }
        return;
      }
    }
    throw new AssertionError("No counter was free for " + LIMIT);
  }
}
