package dev.holdfast.shedlock;

import dev.holdfast.LeaseLostException;
import dev.holdfast.WaitInterruptedException;
import dev.holdfast.lease.Lease;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Optional;
import net.javacrumbs.shedlock.core.AbstractSimpleLock;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.SimpleLock;

/** One lock of ShedLock's, from its acquisition or last extension on. */
final class LeaseLock extends AbstractSimpleLock {

  private static final Logger LOG = System.getLogger("dev.holdfast.shedlock");

  private final Lease lease;
  private final long since = System.nanoTime();

  LeaseLock(LockConfiguration configuration, Lease lease) {
    super(configuration);
    this.lease = lease;
  }

  @Override
  protected void doUnlock() {
    Current.end(lease);
    try {
      if (!lease.releaseAfter(rest())) {
        LOG.log(
            Level.WARNING,
            "{0} had ended before its task did: lockAtMostFor ({1}) is too short, or was not"
                + " extended in time. Another node may have run the task at the same time.",
            lease,
            lockConfiguration.getLockAtMostFor());
      }
    } catch (WaitInterruptedException e) {
      // It is handed over all the same, and the flag is set again: the task goes on stopping.
      LOG.log(Level.DEBUG, "interrupted while giving back {0}", lease);
    }
  }

  /** What is left of lockAtLeastFor, by this machine's monotonic clock. */
  private Duration rest() {
    return lockConfiguration.getLockAtLeastFor().minusNanos(System.nanoTime() - since);
  }

  @Override
  protected Optional<SimpleLock> doExtend(LockConfiguration newConfiguration) {
    try {
      lease.renew(newConfiguration.getLockAtMostFor());
      return Optional.of(new LeaseLock(newConfiguration, lease));
    } catch (LeaseLostException e) {
      LOG.log(Level.WARNING, "{0} could not be extended: {1}", lease, e.getMessage());
      return Optional.empty();
    }
  }
}
