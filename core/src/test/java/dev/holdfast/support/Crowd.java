package dev.holdfast.support;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Threads that start together; the first failure of any is the test's. */
public final class Crowd {

  private static final int PATIENCE_SECONDS = 180;

  private final int size;

  private Crowd(int size) {
    this.size = size;
  }

  public static Crowd of(int size) {
    return new Crowd(size);
  }

  /** What each of them does; {@code no} counts from 0. */
  @FunctionalInterface
  public interface Part {
    void play(int no) throws Exception;
  }

  public void run(Part part) {
    ExecutorService threads = Executors.newFixedThreadPool(size);
    try {
      CyclicBarrier start = new CyclicBarrier(size);
      List<Future<?>> parts = new ArrayList<>();
      for (int i = 0; i < size; i++) {
        int no = i;
        parts.add(
            threads.submit(
                () -> {
                  start.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
                  part.play(no);
                  return null;
                }));
      }
      for (Future<?> each : parts) {
        each.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
      }
    } catch (ExecutionException | TimeoutException e) {
      throw new AssertionError(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    } finally {
      threads.shutdownNow();
    }
  }
}
