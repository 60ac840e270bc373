package dev.holdfast.bench.scenario;

import dev.holdfast.Holdfast;
import dev.holdfast.HoldfastSettings;
import dev.holdfast.bench.measure.Database;
import dev.holdfast.bench.measure.Heap;
import dev.holdfast.bench.measure.Options;
import dev.holdfast.bench.measure.Progress;
import dev.holdfast.bench.report.Figure;
import dev.holdfast.bench.report.Report;
import dev.holdfast.bench.report.Samples;
import dev.holdfast.bench.report.Target;
import dev.holdfast.lease.Lease;
import dev.holdfast.lease.LeaseOptions;
import dev.holdfast.lease.Leases;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;

/**
 * Callers of one process that wait, without a thread each, for keys that another process holds: all
 * for one key, or each for its own. How much heap they take, and how fast all have had their turn
 * once the holder lets go.
 */
final class WaitersScenario implements Scenario {

  private static final List<Integer> WAITERS = List.of(10, 1_000, 10_000);
  private static final int MOST = 10_000;
  private static final int MOST_WHEN_SHORT = 1_000;
  private static final int LOOKS = 2_400;
  private static final long PAUSE_MILLIS = 50;

  private static final LeaseOptions PATIENT =
      LeaseOptions.defaults().withWait(Duration.ofMinutes(5));

  @Override
  public void run(Database database, Options options, Report report) throws Exception {
    double heap = 0;
    for (int waiters : WAITERS) {
      if (options.isShort() && waiters > MOST_WHEN_SHORT) {
        continue;
      }
      Progress.tell("waiters, %,d on one key".formatted(waiters));
      heap = Math.max(heap, measure(database, report, waiters, 1));
      Progress.tell("waiters, %,d on keys of their own".formatted(waiters));
      heap = Math.max(heap, measure(database, report, waiters, waiters));
      if (waiters == MOST) {
        report.judge(Target.MEMORY_WAITERS, heap);
      }
    }
  }

  /** Gives the megabytes that the waiters take. */
  private static double measure(Database database, Report report, int waiters, int keys)
      throws Exception {
    HoldfastSettings settings = HoldfastSettings.defaults().withMaxPending(2 * MOST);
    try (Holdfast other = Holdfast.on(database.dataSource(), settings);
        Holdfast holdfast = Holdfast.on(database.dataSource(), settings)) {
      List<Lease> held = Renewals.hold(other.leases(), keys, Duration.ofMinutes(5));
      holdfast.leases().tryAcquire("bench/warm").ifPresent(Lease::release);
      double before = Heap.usedMegabytes();
      IntFunction<String> key = i -> "bench/renewed/" + i % keys;
      List<CompletableFuture<Void>> turns = wait(holdfast.leases(), waiters, key);
      awaitRows(database, keys);
      double heap = Heap.usedMegabytes() - before;
      long from = System.nanoTime();
      held.forEach(Lease::close);
      CompletableFuture.allOf(turns.toArray(CompletableFuture[]::new)).get(5, TimeUnit.MINUTES);
      double seconds = (System.nanoTime() - from) / 1e9;
      tell(
          report,
          "%,d on %s".formatted(waiters, keys == 1 ? "one key" : "own keys"),
          waiters / seconds,
          heap);
      return heap;
    }
  }

  private static List<CompletableFuture<Void>> wait(
      Leases leases, int waiters, IntFunction<String> key) {
    List<CompletableFuture<Void>> turns = new ArrayList<>(waiters);
    for (int i = 0; i < waiters; i++) {
      turns.add(
          leases
              .acquireAsync(key.apply(i), PATIENT)
              .thenAccept(Lease::close)
              .toCompletableFuture());
    }
    return turns;
  }

  /** A process stands once in the queue of a key. */
  private static void awaitRows(Database database, int keys) throws Exception {
    for (int look = 0; look < LOOKS; look++) {
      if (Integer.parseInt(database.ask("select count(*) from holdfast.waiter")) >= keys) {
        return;
      }
      TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
    }
    throw new IllegalStateException("not all of %,d keys have their waiter".formatted(keys));
  }

  private static void tell(Report report, String who, double rate, double heap) {
    report.add(
        new Figure(
            "waiters",
            who,
            1,
            new Samples(List.of(rate)),
            1e6 / rate,
            1e6 / rate,
            Map.of("heapMegabytes", heap)));
  }
}
