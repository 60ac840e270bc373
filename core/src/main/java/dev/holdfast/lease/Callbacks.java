package dev.holdfast.lease;

import java.lang.System.Logger.Level;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Runs users' code: a few threads of their own, so that it can't hold up a renewal. */
final class Callbacks implements Executor, AutoCloseable {

  private static final int THREADS = 8;

  private final ThreadPoolExecutor pool;

  Callbacks() {
    pool =
        new ThreadPoolExecutor(
            THREADS, THREADS, 10, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), daemon());
    pool.allowCoreThreadTimeOut(true);
  }

  @Override
  public void execute(Runnable task) {
    if (pool.isShutdown()) {
      return;
    }
    pool.execute(
        () -> {
          try {
            task.run();
          } catch (RuntimeException e) {
            Events.LOG.log(Level.WARNING, "a callback failed", e);
          }
        });
  }

  @Override
  public void close() {
    pool.shutdown();
  }

  private static ThreadFactory daemon() {
    return task -> {
      Thread thread = new Thread(task, "holdfast-callback");
      thread.setDaemon(true);
      return thread;
    };
  }
}
