package dev.holdfast.server.watch;

/**
 * When to read the whole table of leases: not before 49 times as long has passed as the last time
 * took, so that it never is more than 2 % of the time.
 */
final class ScanPace {
  private static final int PAUSE = 49;

  private long notBefore;
  private boolean started;

  boolean isDue(long nanoTime) {
    return !started || nanoTime - notBefore >= 0;
  }

  void scanned(long endedAt, long took) {
    started = true;
    notBefore = endedAt + PAUSE * took;
  }
}
