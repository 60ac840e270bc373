package dev.holdfast.lock;

import dev.holdfast.LeaseHeldException;
import dev.holdfast.WaitInterruptedException;
import dev.holdfast.lease.Lease;
import dev.holdfast.lease.LeaseOptions;
import dev.holdfast.lease.Leases;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import org.jspecify.annotations.Nullable;

/**
 * A lock of all processes on one database. Reentrant, a thread at a time; made by {@link
 * HoldfastLocks}. Its methods also throw Holdfast's own exceptions: {@link
 * dev.holdfast.DatabaseUnavailableException} if the database does not answer, {@link
 * dev.holdfast.LeaseDeadlockException} to the youngest of threads that wait for each other.
 */
public final class HoldfastLock implements Lock {

  private final String name;
  private final HoldfastLocks locks;

  HoldfastLock(String name, HoldfastLocks locks) {
    this.name = name;
    this.locks = locks;
  }

  public String name() {
    return name;
  }

  /**
   * Waits as long as the options say; an interrupt does not end that.
   *
   * @throws LeaseHeldException if somebody else still holds it then, saying who
   * @throws LockLostException if this thread held it already, and lost it
   */
  @Override
  public void lock() {
    lock(locks.options());
  }

  /**
   * The same with an end: the lock is over after {@code ttl}, whether it was unlocked or not,
   * unless its lease is renewed. If this thread holds it already, it does so for at least {@code
   * ttl} more.
   */
  public void lock(Duration ttl) {
    lock(ending(ttl));
  }

  private void lock(LeaseOptions wanted) {
    if (enter(wanted)) {
      return;
    }
    long end = System.nanoTime() + wanted.waitUpTo().toNanos();
    begin(Uninterrupted.get(() -> leases().acquire(name, wanted.withWait(until(end)))));
  }

  @Override
  public void lockInterruptibly() throws InterruptedException {
    throwIfInterrupted();
    if (!enter(locks.options())) {
      begin(acquire(locks.options()));
    }
  }

  /** Does not wait for a holder; takes one round trip. An interrupt does not matter. */
  @Override
  public boolean tryLock() {
    if (enter(locks.options())) {
      return true;
    }
    Optional<Lease> lease = Uninterrupted.get(() -> leases().tryAcquire(name, locks.options()));
    lease.ifPresent(this::begin);
    return lease.isPresent();
  }

  /** Waits so long, 24 hours at most. */
  @Override
  public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
    return tryLock(locks.options(), Duration.ofNanos(unit.toNanos(time)));
  }

  /** The same with an end, as {@link #lock(Duration)} has it. */
  public boolean tryLock(Duration wait, Duration ttl) throws InterruptedException {
    return tryLock(ending(ttl), wait);
  }

  private boolean tryLock(LeaseOptions wanted, Duration wait) throws InterruptedException {
    throwIfInterrupted();
    if (enter(wanted)) {
      return true;
    }
    try {
      begin(acquire(wanted.withWait(bounded(wait))));
      return true;
    } catch (LeaseHeldException e) {
      return false;
    }
  }

  /**
   * The last unlock of this thread gives the lease back, and waits until the database has it.
   *
   * @throws IllegalMonitorStateException if this thread does not hold it
   * @throws LockLostException if it was lost meanwhile: the exclusion was broken
   */
  @Override
  public void unlock() {
    Optional<Lease> last = locks.holds().leave(name);
    if (last.isPresent() && !Uninterrupted.release(last.get())) {
      throw LockLostException.onExit(last.get());
    }
  }

  /** Refused: a signal between processes would get lost with a crash. */
  @Override
  public Condition newCondition() {
    throw new UnsupportedOperationException(
        "a lock of several processes has no conditions: wait for the state in the database instead,"
            + " with claims() for work to be done, or the outbox for something to be told");
  }

  /**
   * The lease that this thread holds: its fence, its guard. Do not close it; unlock.
   *
   * @throws IllegalMonitorStateException if this thread does not hold the lock
   */
  public Lease lease() {
    return locks.holds().lease(name);
  }

  /** Whether this thread holds it, surely, at this moment. No round trip. */
  public boolean isHeldByCurrentThread() {
    return holdCount() > 0 && lease().isHeld();
  }

  /** How often this thread has to unlock it; zero if it does not hold it. */
  public int holdCount() {
    return locks.holds().count(name);
  }

  /** The same name of the same {@link HoldfastLocks}. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof HoldfastLock lock && lock.locks == locks && lock.name.equals(name);
  }

  @Override
  public int hashCode() {
    return name.hashCode();
  }

  @Override
  public String toString() {
    return "lock " + name;
  }

  private boolean enter(LeaseOptions wanted) {
    Optional<Lease> held = locks.holds().enter(name);
    if (held.isPresent() && !wanted.autoRenew()) {
      lengthen(held.get(), wanted.ttl());
    }
    return held.isPresent();
  }

  private void lengthen(Lease lease, Duration ttl) {
    if (lease.remaining().compareTo(ttl) >= 0) {
      return;
    }
    try {
      lease.renew(ttl);
    } catch (RuntimeException e) {
      locks.holds().leave(name); // what was entered just now; the outer hold stays
      throw e;
    }
  }

  private void begin(Lease lease) {
    locks.holds().begin(name, lease);
  }

  private Lease acquire(LeaseOptions wanted) throws InterruptedException {
    try {
      return leases().acquire(name, wanted);
    } catch (WaitInterruptedException e) {
      Thread.interrupted(); // the exception says it instead, as Lock has it
      throw (InterruptedException) new InterruptedException(e.getMessage()).initCause(e);
    }
  }

  private Leases leases() {
    return locks.holdfast().leases();
  }

  private LeaseOptions ending(Duration ttl) {
    return locks.options().withTtl(ttl).withoutAutoRenew();
  }

  private static Duration until(long end) {
    return Duration.ofNanos(Math.max(end - System.nanoTime(), 0));
  }

  private static Duration bounded(Duration wait) {
    if (wait.isNegative()) {
      return Duration.ZERO;
    }
    return wait.compareTo(HoldfastLocks.LONGEST_WAIT) > 0 ? HoldfastLocks.LONGEST_WAIT : wait;
  }

  private static void throwIfInterrupted() throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
  }
}
