package dev.holdfast.lock;

import dev.holdfast.lease.Lease;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/** A thread that locks and unlocks on behalf of whoever asks. */
final class Owner {

  private final HoldfastLock lock;
  private final ExecutorService work = Executors.newSingleThreadExecutor(this::worker);
  private volatile @Nullable Thread worker;
  private volatile @Nullable Lease lease;

  Owner(HoldfastLock lock) {
    this.lock = lock;
  }

  private Thread worker(Runnable task) {
    Thread thread = new Thread(task, "lock-owner");
    thread.setDaemon(true);
    worker = thread;
    return thread;
  }

  boolean lock(Duration wait, Duration ttl) throws Exception {
    boolean locked = false;
    try {
      locked = ask(() -> lockHere(wait, ttl));
    } catch (InterruptedException e) {
      if (lease != null) {
        unlock(); // granted just before the interrupt came
      }
      throw e;
    } finally {
      if (!locked) {
        work.shutdown();
      }
    }
    return locked;
  }

  private boolean lockHere(Duration wait, Duration ttl) throws InterruptedException {
    boolean locked = lock.tryLock(wait, ttl);
    if (locked) {
      lease = lock.lease();
    }
    return locked;
  }

  Lease lease() {
    return Objects.requireNonNull(lease, "not locked");
  }

  /** False if it was lost, or unlocked before. An interrupt comes afterwards. */
  boolean unlock() throws Exception {
    if (work.isShutdown()) {
      return false;
    }
    try {
      return ask(this::unlockHere);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    } finally {
      work.shutdown();
    }
  }

  private boolean unlockHere() {
    try {
      lock.unlock();
      return true;
    } catch (LockLostException e) {
      return false;
    }
  }

  /** An interrupt of who asks goes on to who works, and is thrown when the work has ended. */
  private boolean ask(Callable<Boolean> question) throws Exception {
    Future<Boolean> answer = work.submit(question);
    @Nullable InterruptedException interrupt = null;
    while (true) {
      try {
        boolean yes = answer.get();
        if (interrupt != null) {
          throw interrupt;
        }
        return yes;
      } catch (InterruptedException e) {
        if (answer.isDone()) {
          throw e;
        }
        interrupt = e;
        Objects.requireNonNull(worker).interrupt();
      } catch (ExecutionException e) {
        throw e.getCause() instanceof Exception cause ? cause : e;
      }
    }
  }
}
