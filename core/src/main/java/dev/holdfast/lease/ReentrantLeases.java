package dev.holdfast.lease;

import dev.holdfast.WaitInterruptedException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
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
  private final Map<String, Gate> gates = new ConcurrentHashMap<>();

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

  /** One of this owner at a time asks the database for a resource; leaving never waits for that. */
  private static final class Gate {

    private final ReentrantLock lock = new ReentrantLock();
    private int users;
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
    Gate gate = openGate(resource);
    try {
      if (!gate.lock.tryLock()) {
        return Optional.empty(); // somebody else of this owner is at it
      }
      try {
        Optional<Entry> entry = enterHeld(resource);
        return entry.isPresent() ? entry : leases.tryAcquire(resource, options).map(this::enterNew);
      } finally {
        gate.lock.unlock();
      }
    } finally {
      closeGate(resource);
    }
  }

  /** As {@link Leases#acquire}, or one more handle on what this owner holds. */
  public Entry acquire(String resource, LeaseOptions options) {
    long end = System.nanoTime() + options.waitUpTo().toNanos();
    Gate gate = openGate(resource);
    try {
      boolean alone = gate.lock.tryLock(options.waitUpTo().toNanos(), TimeUnit.NANOSECONDS);
      try {
        Optional<Entry> entry = enterHeld(resource);
        Duration left = Duration.ofNanos(Math.max(end - System.nanoTime(), 0));
        return entry.orElseGet(() -> enterNew(leases.acquire(resource, options.withWait(left))));
      } finally {
        if (alone) {
          gate.lock.unlock();
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new WaitInterruptedException(resource);
    } finally {
      closeGate(resource);
    }
  }

  private Gate openGate(String resource) {
    return gates.compute(
        resource,
        (name, there) -> {
          Gate gate = there == null ? new Gate() : there;
          gate.users++;
          return gate;
        });
  }

  private void closeGate(String resource) {
    gates.computeIfPresent(resource, (name, gate) -> --gate.users == 0 ? null : gate);
  }

  private Optional<Entry> enterHeld(String resource) {
    lock.lock();
    try {
      return Optional.ofNullable(held.get(resource))
          .filter(shared -> shared.lease.isHeld())
          .map(this::enter);
    } finally {
      lock.unlock();
    }
  }

  private Entry enterNew(Lease lease) {
    lock.lock();
    try {
      Shared shared = new Shared(lease);
      held.put(lease.resource(), shared);
      return enter(shared);
    } finally {
      lock.unlock();
    }
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
