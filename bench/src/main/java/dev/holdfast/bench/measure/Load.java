package dev.holdfast.bench.measure;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/** Runs a contender with so many callers for so long, a thread a caller. */
public final class Load {

  private static final long LONGEST = TimeUnit.MINUTES.toNanos(1);
  private static final long GRACE_SECONDS = 60;
  private static final List<ProcessHandle> HERE = List.of(ProcessHandle.current());

  private Load() {}

  public static Measured run(Database database, Contender contender, int callers, Duration length)
      throws Exception {
    CountDownLatch start = new CountDownLatch(1);
    List<Callable<Histogram>> tasks = new ArrayList<>(callers);
    for (int caller = 0; caller < callers; caller++) {
      Contender.Operation operation = contender.operation(caller);
      tasks.add(() -> repeat(operation, start, length));
    }
    ExecutorService threads = Executors.newFixedThreadPool(callers);
    try {
      List<Future<Histogram>> parts = tasks.stream().map(threads::submit).toList();
      long log = database.walPosition();
      Cpu before = database.cpu(contender.servers(), HERE);
      long from = System.nanoTime();
      start.countDown();
      Histogram all = histogram();
      for (Future<Histogram> part : parts) {
        all.add(part.get(length.toSeconds() + GRACE_SECONDS, TimeUnit.SECONDS));
      }
      double seconds = (System.nanoTime() - from) / 1e9;
      Cpu used = database.cpuSince(before, contender.servers(), HERE);
      return new Measured(all.getTotalCount(), seconds, all, used, database.walPosition() - log);
    } finally {
      threads.shutdownNow();
      contender.rest();
    }
  }

  private static Histogram repeat(
      Contender.Operation operation, CountDownLatch start, Duration length) throws Exception {
    Histogram latencies = histogram();
    start.await();
    long before = System.nanoTime();
    long end = before + length.toNanos();
    while (before - end < 0) {
      operation.once();
      long after = System.nanoTime();
      latencies.recordValue(Math.min(after - before, LONGEST));
      before = after;
    }
    return latencies;
  }

  private static Histogram histogram() {
    return new Histogram(LONGEST, 2);
  }
}
