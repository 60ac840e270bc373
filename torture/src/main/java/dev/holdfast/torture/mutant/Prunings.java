package dev.holdfast.torture.mutant;

import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * When somebody prunes. A round locks a row that was idle in its snapshot, finds that it is held by
 * now and leaves it, but keeps the lock until it ends: a renewal may be 'busy' for that long.
 */
final class Prunings {

  private static final AtomicInteger RUNNING = new AtomicInteger();
  private static final AtomicLong BEGUN = new AtomicLong();

  private Prunings() {}

  static void run(Wire wire) throws SQLException {
    RUNNING.incrementAndGet();
    BEGUN.incrementAndGet();
    try {
      wire.run(MutantSql.PRUNE);
    } finally {
      RUNNING.decrementAndGet();
    }
  }

  /** A mark for {@link #isSince}; of a round that is under way it says so. */
  static long mark() {
    long begun = BEGUN.get();
    return RUNNING.get() > 0 ? begun - 1 : begun;
  }

  /** Whether one was under way at some time since then. */
  static boolean isSince(long mark) {
    return BEGUN.get() != mark;
  }
}
