package dev.holdfast.integration;

import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;

/** Runs something in a thread of its own. */
final class Elsewhere {

  private Elsewhere() {}

  static <T> T call(Callable<T> work) throws Exception {
    FutureTask<T> task = new FutureTask<>(work);
    Thread thread = new Thread(task, "elsewhere");
    thread.setDaemon(true);
    thread.start();
    return task.get(60, TimeUnit.SECONDS);
  }

  /** Whether another thread gets it, which gives it back. */
  static boolean isFree(Lock lock) throws Exception {
    return call(
        () -> {
          boolean locked = lock.tryLock();
          if (locked) {
            lock.unlock();
          }
          return locked;
        });
  }
}
