package dev.holdfast.torture.check;

import java.time.Duration;

/**
 * What the database's clock may do beside the clock of the history.
 *
 * @param perMille how much faster or slower it may run, in thousandths
 * @param slack how far it may jump besides
 * @param isBounded false: it may do anything, so a lease may end at any time after its grant
 */
public record Clocks(int perMille, Duration slack, boolean isBounded) {

  /** One that is kept by the operating system: 1 ‰ and 20 ms. */
  public static final Clocks STEADY = new Clocks(1, Duration.ofMillis(20), true);

  /** One that is set by hand, or runs at another rate. */
  public static final Clocks WILD = new Clocks(0, Duration.ZERO, false);

  public Clocks {
    if (perMille < 0 || perMille >= 1_000 || slack.isNegative()) {
      throw new IllegalArgumentException("0 to 999 thousandths, and no slack below zero");
    }
  }

  /** When something that lasts this long and began then, or later, can be over at the earliest. */
  long earliestEnd(long begin, long nanos) {
    return isBounded ? begin + nanos - tolerance(nanos) : begin;
  }

  /** When something that lasts this long and began then, or before, is over at the latest. */
  long latestEnd(long begin, long nanos) {
    if (!isBounded || begin == Long.MAX_VALUE) {
      return Long.MAX_VALUE;
    }
    return begin + nanos + tolerance(nanos);
  }

  private long tolerance(long nanos) {
    return nanos / 1_000 * perMille + slack.toNanos();
  }
}
