package dev.holdfast.server.http;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Threads for what blocks. Few, with a short queue: who finds it full hears so at once, and those
 * who look at the database can't take it away from those who hold leases.
 */
final class Workers implements AutoCloseable {
  private final ThreadPoolExecutor threads;

  Workers(int size, int queue) {
    AtomicInteger count = new AtomicInteger();
    threads =
        new ThreadPoolExecutor(
            size,
            size,
            10,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(queue),
            task -> {
              Thread thread = new Thread(task, "holdfast-http-" + count.incrementAndGet());
              thread.setDaemon(true);
              return thread;
            });
    threads.allowCoreThreadTimeOut(true);
  }

  <T> CompletableFuture<T> submit(Callable<T> task) {
    CompletableFuture<T> result = new CompletableFuture<>();
    try {
      threads.execute(() -> run(task, result));
    } catch (RejectedExecutionException e) {
      result.completeExceptionally(
          new HttpProblem(
                  503,
                  "overloaded",
                  "Too much is under way",
                  "too many requests look at the database just now; try again in a second")
              .retryAfter(1));
    }
    return result;
  }

  private static <T> void run(Callable<T> task, CompletableFuture<T> result) {
    try {
      result.complete(task.call());
    } catch (Throwable e) {
      result.completeExceptionally(e);
    }
  }

  @Override
  public void close() {
    threads.shutdown();
    try {
      if (!threads.awaitTermination(2, TimeUnit.SECONDS)) {
        threads.shutdownNow();
      }
    } catch (InterruptedException e) {
      threads.shutdownNow();
      Thread.currentThread().interrupt();
    }
  }
}
