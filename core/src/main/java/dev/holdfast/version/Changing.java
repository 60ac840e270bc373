package dev.holdfast.version;

import dev.holdfast.RowMissingException;
import dev.holdfast.StaleVersionException;
import dev.holdfast.Version;
import dev.holdfast.VersionCheck;
import dev.holdfast.WaitInterruptedException;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;

/** Read, decide, write where nobody wrote in between; again if somebody did. */
final class Changing {

  private static final int MOST_PAUSES = 25;

  private final VersionedTable table;
  private final Object key;
  private final ChangeOptions options;
  private final long end;

  Changing(VersionedTable table, Object key, ChangeOptions options) {
    this.table = table;
    this.key = key;
    this.options = options;
    this.end = System.nanoTime() + options.deadline().toNanos();
  }

  <X extends Exception> Version run(RowChange<X> change) throws X {
    for (int attempt = 1; ; attempt++) {
      VersionedRow row = table.find(key).orElseThrow(this::missing);
      Assignments assignments = change.apply(row);
      if (assignments.isEmpty()) {
        return row.version();
      }
      try {
        return table
            .withLockTimeout(shorter(table.lockTimeout()))
            .update(key, VersionCheck.of(row.version()), assignments);
      } catch (StaleVersionException e) {
        if (table.isJoined() || attempt == options.maxAttempts() || !pause(attempt)) {
          throw e;
        }
      }
    }
  }

  private Duration shorter(Duration lockTimeout) {
    Duration left = Duration.ofNanos(Math.max(end - System.nanoTime(), 1_000_000));
    return left.compareTo(lockTimeout) < 0 ? left : lockTimeout;
  }

  /** False if the time is over, or would be. */
  private boolean pause(int attempt) {
    long bound = options.pause().toNanos() * Math.min(1L << Math.min(attempt - 1, 6), MOST_PAUSES);
    long pause = bound == 0 ? 0 : ThreadLocalRandom.current().nextLong(bound);
    long until = System.nanoTime() + pause;
    while (until - System.nanoTime() > 0) {
      if (Thread.currentThread().isInterrupted()) {
        throw new WaitInterruptedException(table.describe(key));
      }
      LockSupport.parkNanos(until - System.nanoTime());
    }
    return end - System.nanoTime() > 0;
  }

  private RowMissingException missing() {
    return table.missing(key);
  }
}
