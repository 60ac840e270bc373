package dev.holdfast.lock;

import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

/** Runs something in a thread of its own. */
final class Elsewhere {

  private Elsewhere() {}

  static <T> T call(Callable<T> work) throws Exception {
    return start(work).get(60, TimeUnit.SECONDS);
  }

  /** What is locked there is never unlocked. */
  static boolean tryLock(HoldfastLock lock) throws Exception {
    return call(() -> lock.tryLock());
  }

  static <T> FutureTask<T> start(Callable<T> work) {
    FutureTask<T> task = new FutureTask<>(work);
    thread(task);
    return task;
  }

  static Thread thread(Runnable work) {
    Thread thread = new Thread(work, "elsewhere");
    thread.setDaemon(true);
    thread.start();
    return thread;
  }
}
