package dev.holdfast.testkit.contract;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Threads that start together and whose first failure is the test's. */
final class Threads {
  private Threads() {}

  /** What a thread does; it is told its number. */
  interface Task {
    void run(int thread) throws Exception;
  }

  static void run(int count, Duration within, Task task) throws Exception {
    ExecutorService executor = Executors.newFixedThreadPool(count);
    try {
      CyclicBarrier start = new CyclicBarrier(count);
      List<Future<?>> running = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        int thread = i;
        running.add(
            executor.submit(
                () -> {
                  start.await(within.toNanos(), TimeUnit.NANOSECONDS);
                  task.run(thread);
                  return null;
                }));
      }
      await(running, within);
    } finally {
      executor.shutdownNow();
      executor.awaitTermination(10, TimeUnit.SECONDS);
    }
  }

  private static void await(List<Future<?>> running, Duration within) throws Exception {
    long deadline = System.nanoTime() + within.toNanos();
    for (Future<?> future : running) {
      try {
        future.get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
      } catch (ExecutionException e) {
        if (e.getCause() instanceof AssertionError failure) {
          throw failure;
        }
        throw e;
      }
    }
  }
}
