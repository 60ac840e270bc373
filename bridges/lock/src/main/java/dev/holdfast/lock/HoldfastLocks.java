package dev.holdfast.lock;

import dev.holdfast.Holdfast;
import dev.holdfast.lease.LeaseOptions;
import java.time.Duration;

/**
 * Locks by their names. Make one a process and share it: a thread may lock again what it holds
 * through the same {@code HoldfastLocks}, whichever lock object it asks. Defaults: the lease has a
 * ttl of 30 seconds and is renewed by itself; {@code lock()} waits 24 hours at most, the longest
 * wait that there is.
 */
public final class HoldfastLocks {

  static final Duration LONGEST_WAIT = Duration.ofHours(24);

  private static final LeaseOptions DEFAULTS =
      LeaseOptions.defaults().withTtl(Duration.ofSeconds(30)).withWait(LONGEST_WAIT);

  private final Holdfast holdfast;
  private final LeaseOptions options;
  private final Holds holds = new Holds();

  private HoldfastLocks(Holdfast holdfast, LeaseOptions options) {
    this.holdfast = holdfast;
    this.options = options;
  }

  /** What {@link #on(Holdfast)} uses; change what you need. */
  public static LeaseOptions defaults() {
    return DEFAULTS;
  }

  /** With {@link #defaults()}. */
  public static HoldfastLocks on(Holdfast holdfast) {
    return on(holdfast, DEFAULTS);
  }

  /**
   * With other options for all its locks.
   *
   * @param options the ttl, how long {@code lock()} waits, the holder's name, whether leases are
   *     renewed by themselves
   */
  public static HoldfastLocks on(Holdfast holdfast, LeaseOptions options) {
    return new HoldfastLocks(holdfast, options);
  }

  /**
   * The lock of that name: 1 to 512 characters, none of them a control character. Costs nothing.
   */
  public HoldfastLock lock(String name) {
    return new HoldfastLock(name, this);
  }

  Holdfast holdfast() {
    return holdfast;
  }

  LeaseOptions options() {
    return options;
  }

  Holds holds() {
    return holds;
  }
}
