package dev.holdfast.integration;

import dev.holdfast.Holdfast;
import dev.holdfast.lease.Lease;
import dev.holdfast.lease.LeaseOptions;
import dev.holdfast.lock.HoldfastLocks;
import java.time.Duration;
import org.springframework.integration.support.locks.DistributedLock;
import org.springframework.integration.support.locks.ExpirableLockRegistry;
import org.springframework.integration.support.locks.RenewableLockRegistry;

/**
 * The lock registry for Spring Integration 7. Defaults: leases of 30 seconds that renew themselves,
 * resources named {@code registry/<key>}. Thread-safe; one a process, since locks are reentrant
 * within one registry.
 *
 * <pre>{@code
 * @Bean
 * LockRegistry<DistributedLock> lockRegistry(Holdfast holdfast) {
 *   return HoldfastLockRegistry.on(holdfast);
 * }
 * }</pre>
 */
public final class HoldfastLockRegistry
    implements ExpirableLockRegistry<DistributedLock>, RenewableLockRegistry<DistributedLock> {

  private final KeyedLocks locks;

  private HoldfastLockRegistry(KeyedLocks locks) {
    this.locks = locks;
  }

  /** With {@link HoldfastLocks#defaults()}. */
  public static HoldfastLockRegistry on(Holdfast holdfast) {
    return on(holdfast, HoldfastLocks.defaults());
  }

  /**
   * With other options.
   *
   * @param options the ttl (what a crashed process's lock lasts at most), how long {@code lock()}
   *     waits
   */
  public static HoldfastLockRegistry on(Holdfast holdfast, LeaseOptions options) {
    return new HoldfastLockRegistry(new KeyedLocks(holdfast, options, KeyedLocks.PREFIX));
  }

  /** Another registry, with resources named {@code prefix + key}: what a region is elsewhere. */
  public HoldfastLockRegistry withPrefix(String prefix) {
    return new HoldfastLockRegistry(locks.withPrefix(prefix));
  }

  @Override
  public DistributedLock obtain(Object lockKey) {
    return new DistributedRegistryLock(locks.lock(lockKey));
  }

  /**
   * The lease that this thread holds: its fence, its guard.
   *
   * @throws IllegalMonitorStateException if this thread does not hold the lock
   */
  public Lease lease(Object lockKey) {
    return locks.lock(lockKey).lease();
  }

  /**
   * Needed only for locks that were taken with a ttl: others renew themselves.
   *
   * @throws IllegalMonitorStateException if this thread does not hold the lock
   * @throws IllegalStateException if it was lost
   */
  @Override
  public void renewLock(Object lockKey) {
    locks.renew(lockKey);
  }

  @Override
  public void renewLock(Object lockKey, Duration ttl) {
    locks.renew(lockKey, ttl);
  }

  /** Nothing to do: no lock object is kept, and idle rows are pruned by the database's settings. */
  @Override
  public void expireUnusedOlderThan(long age) {}
}
