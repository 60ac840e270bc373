package dev.holdfast.lock;

import dev.holdfast.lease.Lease;

/**
 * The exclusion was broken: the lease behind the lock was lost while the lock was held. It ran out,
 * was taken over or was released by force; from then on another holder was perhaps at work as well.
 * Nobody else is harmed by the unlock. What was written through {@link Lease#guard} or {@link
 * Lease#inTransaction} is safe; look at what was done without.
 */
public final class LockLostException extends IllegalMonitorStateException {

  private static final long serialVersionUID = 1L;

  private final String resource;
  private final long fence;

  private LockLostException(Lease lease, String what) {
    super(
        "the lock "
            + lease.resource()
            + " (fence "
            + lease.fence()
            + ") was lost while it was held: another holder may have worked at the same time; "
            + what);
    this.resource = lease.resource();
    this.fence = lease.fence();
  }

  static LockLostException onExit(Lease lease) {
    return new LockLostException(
        lease,
        "check what was done, or write under lease().guard(connection), which refuses a lost holder");
  }

  static LockLostException onEntry(Lease lease) {
    return new LockLostException(
        lease, "it can't be locked again before the outer unlock(): stop, unlock, begin anew");
  }

  /** The name of the lock. */
  public String resource() {
    return resource;
  }

  /** The fence of the lost lease. */
  public long fence() {
    return fence;
  }
}
