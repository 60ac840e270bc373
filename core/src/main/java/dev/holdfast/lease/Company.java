package dev.holdfast.lease;

import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;

/**
 * A moment of patience before a batch. Callers that were answered together often ask again
 * together; whoever is first would go alone, and all the others would wait for two batches instead
 * of one. If they do not come, it is not waited for them the next times either.
 *
 * <p>Of a crowd half is enough: the other half is told and asks while the first is at the database,
 * so that both sides always have something to do. Few gain more by sharing a commit.
 */
final class Company {

  private static final long LONGEST = TimeUnit.MICROSECONDS.toNanos(250);
  private static final int PART_OF_A_BATCH = 4;
  private static final int MOST_DOUBLINGS = 6;
  private static final int CROWD = 48;

  private final LongSupplier clock;
  private volatile int expected;

  // only who has the helm touches these
  private long patience;
  private int disappointments;
  private int notFor;

  Company(LongSupplier nanoTime) {
    this.clock = nanoTime;
  }

  /** So many callers were just told their answers, which had taken that long. */
  void left(int callers, long tookNanos) {
    expected = callers >= CROWD ? callers / 2 : callers;
    patience = Math.min(LONGEST, tookNanos / PART_OF_A_BATCH);
  }

  /** Whether so many are enough for the next batch of a crowd. Anybody may ask. */
  boolean isEnoughOfCrowd(int there) {
    return expected >= CROWD / 2 && there >= expected;
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
