package dev.holdfast.integration;

import dev.holdfast.lock.HoldfastLock;
import dev.holdfast.lock.LockLostException;
import java.time.Duration;
import java.util.ConcurrentModificationException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import org.jspecify.annotations.Nullable;

/** A lock as a registry of Spring Integration's gives it: a loss has the type its users expect. */
class RegistryLock implements Lock {

  private final HoldfastLock lock;

  RegistryLock(HoldfastLock lock) {
    this.lock = lock;
  }

  @Override
  public void lock() {
    lock.lock();
  }

  public void lock(Duration ttl) {
    lock.lock(ttl);
  }

  @Override
  public void lockInterruptibly() throws InterruptedException {
    lock.lockInterruptibly();
  }

  @Override
  public boolean tryLock() {
    return lock.tryLock();
  }

  @Override
  public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
    return lock.tryLock(time, unit);
  }

  public boolean tryLock(Duration wait, Duration ttl) throws InterruptedException {
    return lock.tryLock(wait, ttl);
  }

  @Override
  public void unlock() {
    try {
      lock.unlock();
    } catch (LockLostException e) {
      throw new ConcurrentModificationException(e.getMessage(), e);
    }
  }

  @Override
  public Condition newCondition() {
    return lock.newCondition();
  }

  @Override
  public final boolean equals(@Nullable Object other) {
    return other instanceof RegistryLock that && that.lock.equals(lock);
  }

  @Override
  public final int hashCode() {
    return lock.hashCode();
  }

  @Override
  public String toString() {
    return lock.toString();
  }
}
