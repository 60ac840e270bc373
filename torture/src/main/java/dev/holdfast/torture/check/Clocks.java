package dev.holdfast.torture.check;

import java.time.Duration;
import java.util.List;

/**
 * What the database's clock may do beside the clock of the history.
 *
 * @param perMille how much faster or slower it may run, in thousandths
 * @param slack how far it may jump besides
 * @param isBounded false: it may do anything, so a lease may end at any time after its grant
 * @param jumps when it was set, by nobody here
 */
public record Clocks(int perMille, Duration slack, boolean isBounded, List<Jump> jumps) {

  /** One that is kept by the operating system: 1 ‰ and 20 ms. */
  public static final Clocks STEADY = new Clocks(1, Duration.ofMillis(20), true, List.of());

  /** One that is set by hand, or runs at another rate. */
  public static final Clocks WILD = new Clocks(0, Duration.ZERO, false, List.of());

  public Clocks {
    if (perMille < 0 || perMille >= 1_000 || slack.isNegative()) {
      throw new IllegalArgumentException("0 to 999 thousandths, and no slack below zero");
    }
    jumps = List.copyOf(jumps);
  }

  Clocks withJumps(List<Jump> newJumps) {
    return new Clocks(perMille, slack, isBounded, newJumps);
  }

  /** When something that lasts this long and began then, or later, can be over at the earliest. */
  long earliestEnd(long begin, long nanos) {
    return isBounded ? untilJump(begin, begin + nanos - tolerance(nanos)) : begin;
  }

  /** The end of what began then, if it ends by its time; else the first jump in between. */
  long untilJump(long begin, long end) {
    long first = end;
    for (Jump jump : jumps) {
      if (jump.isBetween(begin, end)) {
        first = Math.min(first, Math.max(begin, jump.before()));
      }
    }
    return first;
  }

  /**
   * When something that lasts this long is over at the latest, if it began between these moments.
   */
  long latestEnd(long from, long begin, long nanos) {
    if (!isBounded || begin == Long.MAX_VALUE) {
      return Long.MAX_VALUE;
    }
    long end = begin + nanos + tolerance(nanos);
    return untilJump(from, end) < end ? Long.MAX_VALUE : end;
  }

  private long tolerance(long nanos) {
    return nanos / 1_000 * perMille + slack.toNanos();
  }
}
