package dev.holdfast.integration;

import dev.holdfast.Holdfast;
import dev.holdfast.lease.Lease;
import dev.holdfast.lease.LeaseOptions;
import dev.holdfast.lock.HoldfastLocks;
import java.time.Duration;
import java.util.concurrent.locks.Lock;
import org.springframework.integration.support.locks.ExpirableLockRegistry;
import org.springframework.integration.support.locks.RenewableLockRegistry;

/**
 * The lock registry for Spring Integration 6.5, whose registries have no type parameter; otherwise
 * as {@link HoldfastLockRegistry}, and the same locks: processes on 6.5 and on 7 exclude each
 * other.
 */
@SuppressWarnings("rawtypes") // a type argument in the class file would keep 6.5 from loading it
public final class HoldfastLockRegistry6 implements ExpirableLockRegistry, RenewableLockRegistry {

  private final KeyedLocks locks;

  private HoldfastLockRegistry6(KeyedLocks locks) {
    this.locks = locks;
  }

  /** With {@link HoldfastLocks#defaults()}. */
  public static HoldfastLockRegistry6 on(Holdfast holdfast) {
    return on(holdfast, HoldfastLocks.defaults());
  }

  /**
   * With other options.
   *
   * @param options the ttl (what a crashed process's lock lasts at most), how long {@code lock()}
   *     waits
   */
  public static HoldfastLockRegistry6 on(Holdfast holdfast, LeaseOptions options) {
    return new HoldfastLockRegistry6(new KeyedLocks(holdfast, options, KeyedLocks.PREFIX));
  }

  /** Another registry, with resources named {@code prefix + key}. */
  public HoldfastLockRegistry6 withPrefix(String prefix) {
    return new HoldfastLockRegistry6(locks.withPrefix(prefix));
  }

  @Override
  public Lock obtain(Object lockKey) {
    return new RegistryLock(locks.lock(lockKey));
  }

  /** As {@link HoldfastLockRegistry#lease}. */
  public Lease lease(Object lockKey) {
    return locks.lock(lockKey).lease();
  }

  /** As {@link HoldfastLockRegistry#renewLock(Object)}. */
  @Override
  public void renewLock(Object lockKey) {
    locks.renew(lockKey);
  }

  /** As {@link HoldfastLockRegistry#renewLock(Object, Duration)}; 6.5 does not know it. */
  @Override
  public void renewLock(Object lockKey, Duration ttl) {
    locks.renew(lockKey, ttl);
  }

  /** Nothing to do: no lock object is kept. */
  @Override
  public void expireUnusedOlderThan(long age) {}
}
