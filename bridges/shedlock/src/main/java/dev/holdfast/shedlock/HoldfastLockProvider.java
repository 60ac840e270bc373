package dev.holdfast.shedlock;

import dev.holdfast.Holdfast;
import dev.holdfast.lease.Lease;
import dev.holdfast.lease.LeaseOptions;
import java.util.Optional;
import net.javacrumbs.shedlock.core.ExtensibleLockProvider;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.SimpleLock;

/**
 * Locks for ShedLock. The resource has the name of the lock. Thread-safe; one a process.
 *
 * <pre>{@code
 * @Bean
 * LockProvider lockProvider(Holdfast holdfast) {
 *   return HoldfastLockProvider.on(holdfast);
 * }
 * }</pre>
 */
public final class HoldfastLockProvider implements ExtensibleLockProvider {

  private final Holdfast holdfast;
  private final String prefix;

  private HoldfastLockProvider(Holdfast holdfast, String prefix) {
    this.holdfast = holdfast;
    this.prefix = prefix;
  }

  public static HoldfastLockProvider on(Holdfast holdfast) {
    return new HoldfastLockProvider(holdfast, "");
  }

  /** The same, with resources named {@code prefix + name}: for applications that share a schema. */
  public HoldfastLockProvider withPrefix(String newPrefix) {
    return new HoldfastLockProvider(holdfast, newPrefix);
  }

  /**
   * The lease under which this thread's task runs: its fence for systems outside, its guard for the
   * task's transactions. Empty outside of a task, and once the lease is lost.
   */
  public static Optional<Lease> currentLease() {
    return Current.lease().filter(Lease::isHeld);
  }

  /**
   * The lock, or empty if somebody else holds it. Never waits for a holder.
   *
   * @throws dev.holdfast.DatabaseUnavailableException if the database does not answer
   * @throws dev.holdfast.InvalidRequestException if lockAtMostFor is longer than the database
   *     allows: 24 hours, unless {@code holdfast.configure(p_max_ttl => …)} says otherwise
   */
  @Override
  public Optional<SimpleLock> lock(LockConfiguration configuration) {
    LeaseOptions options =
        LeaseOptions.defaults().withTtl(configuration.getLockAtMostFor()).withoutAutoRenew();
    return holdfast
        .leases()
        .tryAcquire(prefix + configuration.getName(), options)
        .map(lease -> begin(configuration, lease));
  }

  private static SimpleLock begin(LockConfiguration configuration, Lease lease) {
    Current.begin(lease);
    return new LeaseLock(configuration, lease);
  }
}
