package dev.holdfast.examples.support;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Threads that begin at the same moment. The first failure of any is the caller's. */
public final class Together implements AutoCloseable {

  private static final int PATIENCE_SECONDS = 120;

  private final ExecutorService threads;
  private final CyclicBarrier start;

  public Together(int size) {
    threads = Executors.newFixedThreadPool(size);
    start = new CyclicBarrier(size);
  }

  /** What each of them does; {@code no} counts from 0. */
  @FunctionalInterface
  public interface Part<T> {
    T play(int no) throws Exception;
  }

  /** Has as many threads do this at once, and returns what each returned, in order. */
  public static <T> List<T> run(int size, Part<T> part) {
    try (Together together = new Together(size)) {
      return results(together.begin(part));
    }
  }

  /** The same without waiting for the end. */
  public <T> List<Future<T>> begin(Part<T> part) {
    List<Future<T>> parts = new ArrayList<>();
    for (int i = 0; i < start.getParties(); i++) {
      int no = i;
      Callable<T> work =
          () -> {
            start.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
            return part.play(no);
          };
      parts.add(threads.submit(work));
    }
    return parts;
  }

  /** What each returned. */
  public static <T> List<T> results(List<Future<T>> parts) {
    List<T> results = new ArrayList<>();
    for (Future<T> part : parts) {
      try {
        results.add(part.get(PATIENCE_SECONDS, TimeUnit.SECONDS));
      } catch (ExecutionException | TimeoutException e) {
        throw new IllegalStateException("one of many failed: " + e, e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("interrupted while others are at work", e);
      }
    }
    return results;
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
