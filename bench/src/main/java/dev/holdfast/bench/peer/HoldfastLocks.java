package dev.holdfast.bench.peer;

import dev.holdfast.Holdfast;
import dev.holdfast.lease.Lease;
import dev.holdfast.lease.LeaseOptions;
import dev.holdfast.lease.Leases;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Holdfast itself, behind the same interface. */
public final class HoldfastLocks implements Locks {

  private static final LeaseOptions PATIENT =
      LeaseOptions.defaults().withWait(Duration.ofSeconds(PATIENCE_SECONDS));

  private final Leases leases;
  private final @Nullable Holdfast own;

  /** On a Holdfast that somebody else closes. */
  public HoldfastLocks(Leases leases) {
    this.leases = leases;
    this.own = null;
  }

  HoldfastLocks(Address address) {
    this.own = Holdfast.on(address.dataSource());
    this.leases = own.leases();
  }

  @Override
  public KeyLock on(String key) {
    return new OneKey(leases, key);
  }

  @Override
  public void close() {
    if (own != null) {
      own.close();
    }
  }

  private static final class OneKey implements KeyLock {
    private final Leases leases;
    private final String key;
    private @Nullable Lease held;

    OneKey(Leases leases, String key) {
      this.leases = leases;
      this.key = key;
    }

    @Override
    public boolean tryLock() {
      Optional<Lease> lease = leases.tryAcquire(key);
      held = lease.orElse(null);
      return lease.isPresent();
    }

    @Override
    public long lock() {
      Lease lease = leases.acquire(key, PATIENT);
      held = lease;
      return lease.fence();
    }

    @Override
    public void unlock() {
      Lease lease = held;
      if (lease == null || !lease.release()) {
        throw new IllegalStateException(key + " was lost");
      }
    }
  }
}
