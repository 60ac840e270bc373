package dev.holdfast.claim;

import java.util.concurrent.TimeUnit;

/**
 * Whether a claim may pass over the rows of the dead for once. To find them it reads every row that
 * is being worked on; while ready rows abound (the last claim got all it asked for) that is done
 * once a second, not at each claim.
 */
final class Haste {

  private static final long LONGEST = TimeUnit.SECONDS.toNanos(1);

  private volatile boolean plenty;
  private volatile long lookedAtAll = System.nanoTime() - LONGEST;

  boolean looksAtAll() {
    return !plenty || System.nanoTime() - lookedAtAll >= LONGEST;
  }

  void note(boolean gotAll, boolean ofTheDeadToo) {
    plenty = gotAll;
    if (ofTheDeadToo) {
      lookedAtAll = System.nanoTime();
    }
  }
}
