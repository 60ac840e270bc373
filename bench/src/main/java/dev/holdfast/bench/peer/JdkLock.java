package dev.holdfast.bench.peer;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;

/** A peer's lock that is one of {@code java.util.concurrent}. */
record JdkLock(Lock jdk) implements KeyLock {

  @Override
  public boolean tryLock() {
    return jdk.tryLock();
  }

  @Override
  public long lock() throws InterruptedException {
    if (!jdk.tryLock(Locks.PATIENCE_SECONDS, TimeUnit.SECONDS)) {
      throw new IllegalStateException("no turn within " + Locks.PATIENCE_SECONDS + " s");
    }
    return NO_FENCE;
  }

  @Override
  public void unlock() {
    jdk.unlock();
  }
}
