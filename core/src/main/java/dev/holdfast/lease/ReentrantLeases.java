package dev.holdfast.lease;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/**
 * One owner that may acquire what it holds already. The owner is this object, not a thread: pass it
 * along to whoever works for the same request. Each acquisition has a handle of its own; the lease
 * is given back when the last of them is closed. A lease that was lost is not entered again: the
 * next acquisition asks the database. Thread-safe.
 */
public final class ReentrantLeases {

  private final Leases leases;
  private final ReentrantLock lock = new ReentrantLock();
  private final Map<String, Shared> held = new HashMap<>();

  ReentrantLeases(Leases leases) {
    this.leases = leases;
  }

  /** A handle on a lease that the owner may have several of. */
  public static final class Entry implements AutoCloseable {

    private final ReentrantLeases owner;
    private final Shared shared;
    private boolean closed;

    private Entry(ReentrantLeases owner, Shared shared) {
      this.owner = owner;
      this.shared = shared;
    }

    /** The lease; do not close it, close this. */
    public Lease lease() {
      return shared.lease;
    }

    @Override
    public void close() {
      owner.leave(this);
    }
  }

  private static final class Shared {

    private final Lease lease;
    private int entries;

    Shared(Lease lease) {
      this.lease = lease;
    }
  }

  /** As {@link Leases#tryAcquire}, or one more handle on what this owner holds. */
  public Optional<Entry> tryAcquire(String resource, LeaseOptions options) {
    lock.lock();
    try {
      Shared shared = held.get(resource);
      if (shared != null && shared.lease.isHeld()) {
        return Optional.of(enter(shared));
      }
      return leases.tryAcquire(resource, options).map(this::enterNew);
    } finally {
      lock.unlock();
    }
  }

  /** As {@link Leases#acquire}, or one more handle on what this owner holds. */
  public Entry acquire(String resource, LeaseOptions options) {
    lock.lock();
    try {
      Shared shared = held.get(resource);
      if (shared != null && shared.lease.isHeld()) {
        return enter(shared);
      }
      return enterNew(leases.acquire(resource, options));
    } finally {
      lock.unlock();
    }
  }

  private Entry enterNew(Lease lease) {
    Shared shared = new Shared(lease);
    held.put(lease.resource(), shared);
    return enter(shared);
  }

  private Entry enter(Shared shared) {
    shared.entries++;
    return new Entry(this, shared);
  }

  private void leave(Entry entry) {
    lock.lock();
    try {
      if (entry.closed) {
        return;
      }
      entry.closed = true;
      if (--entry.shared.entries == 0) {
        held.remove(entry.shared.lease.resource(), entry.shared);
        entry.shared.lease.close();
      }
    } finally {
      lock.unlock();
    }
  }
}
