package dev.holdfast.lease;

import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;

/**
 * A moment of patience before a batch. Callers that were answered together often ask again
 * together; whoever is first would go alone, and all the others would wait for two batches instead
 * of one. If they do not come, it is not waited for them the next times either. Only who has the
 * helm touches it.
 */
final class Company {

  private static final long LONGEST = TimeUnit.MICROSECONDS.toNanos(250);
  private static final int PART_OF_A_BATCH = 4;
  private static final int MOST_DOUBLINGS = 6;

  private final LongSupplier clock;
  private int expected;
  private long patience;
  private int disappointments;
  private int notFor;

  Company(LongSupplier nanoTime) {
    this.clock = nanoTime;
  }

  /** So many callers were just told their answers, which had taken that long. */
  void left(int callers, long tookNanos) {
    expected = callers;
    patience = Math.min(LONGEST, tookNanos / PART_OF_A_BATCH);
  }

  /** Returns when as many are there as left, or when it is no use to wait for them. */
  @SuppressWarnings("ThreadPriorityCheck") // to let others run is what it is for
  void gather(IntSupplier there) {
    if (expected < 2) {
      return;
    }
    if (notFor > 0) {
      notFor--;
      return;
    }
    long end = clock.getAsLong() + patience;
    while (there.getAsInt() < expected && clock.getAsLong() - end < 0) {
      Thread.yield(); // they need a processor to come
    }
    boolean came = (there.getAsInt() - 1) * 2 >= expected - 1; // not counting who was first
    disappointments = came ? 0 : Math.min(disappointments + 1, MOST_DOUBLINGS);
    notFor = came ? 0 : 1 << disappointments;
  }
}
