package dev.holdfast.bench.scenario;

import dev.holdfast.Holdfast;
import dev.holdfast.HoldfastSettings;
import dev.holdfast.bench.measure.Database;
import dev.holdfast.bench.measure.Heap;
import dev.holdfast.bench.measure.Options;
import dev.holdfast.bench.measure.Progress;
import dev.holdfast.bench.report.Report;
import dev.holdfast.bench.report.Target;
import dev.holdfast.bench.server.Service;
import dev.holdfast.lease.Lease;
import dev.holdfast.lease.LeaseOptions;
import dev.holdfast.lease.Leases;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** What held leases, refused callers and a service that does nothing take. */
final class MemoryScenario implements Scenario {

  private static final int HELD = 50_000;
  private static final int REFUSED = 100_000;
  private static final int AT_ONCE = 1_000;
  private static final long IDLE_SECONDS = 10;

  private static final String ROWS =
      """
      select (select count(*) from holdfast.lease) + (select count(*) from holdfast.waiter)
        + (select count(*) from holdfast.past_lease) + (select count(*) from holdfast.incident)
      """;

  @Override
  public void run(Database database, Options options, Report report) throws Exception {
    Progress.tell("memory of %,d held leases".formatted(HELD));
    report.judge(Target.MEMORY_LEASES, held(database));
    Progress.tell("what %,d refused callers leave behind".formatted(REFUSED));
    refused(database, report);
    Progress.tell("memory of the idle service, after %d s".formatted(IDLE_SECONDS));
    try (Service service = Service.start(database)) {
      TimeUnit.SECONDS.sleep(IDLE_SECONDS);
      OptionalDouble resident = service.residentMegabytes();
      resident.ifPresentOrElse(
          megabytes -> report.judge(Target.MEMORY_SERVICE, megabytes),
          () -> report.missing("the idle service", "only Linux says how much is resident"));
    }
  }

  private static double held(Database database) throws Exception {
    HoldfastSettings settings = HoldfastSettings.defaults().withMaxPending(HELD);
    try (Holdfast holdfast = Holdfast.on(database.dataSource(), settings)) {
      Renewals.hold(holdfast.leases(), AT_ONCE, Duration.ofMinutes(5)).forEach(Lease::release);
      double before = Heap.usedMegabytes();
      List<Lease> held = Renewals.hold(holdfast.leases(), HELD, Duration.ofMinutes(5));
      double used = Heap.usedMegabytes() - before;
      held.forEach(Lease::close);
      return used;
    }
  }

  private static void refused(Database database, Report report) throws Exception {
    try (Holdfast other = Holdfast.on(database.dataSource());
        Holdfast holdfast = Holdfast.on(database.dataSource())) {
      Lease held = other.leases().acquire("bench/held");
      refuse(holdfast.leases(), AT_ONCE); // what is learnt once
      long rows = Long.parseLong(database.ask(ROWS));
      double heap = Heap.usedMegabytes();
      refuse(holdfast.leases(), REFUSED);
      report.judge(Target.MEMORY_REFUSED, Math.max(0, Heap.usedMegabytes() - heap));
      report.judge(
          Target.MEMORY_REFUSED_ROWS, (double) (Long.parseLong(database.ask(ROWS)) - rows));
      held.release();
    }
  }

  private static void refuse(Leases leases, int times) throws Exception {
    for (int done = 0; done < times; done += AT_ONCE) {
      List<CompletableFuture<Optional<Lease>>> asked = new ArrayList<>(AT_ONCE);
      for (int i = 0; i < AT_ONCE; i++) {
        asked.add(
            leases.tryAcquireAsync("bench/held", LeaseOptions.defaults()).toCompletableFuture());
      }
      for (CompletableFuture<Optional<Lease>> one : asked) {
        if (one.get(60, TimeUnit.SECONDS).isPresent()) {
          throw new IllegalStateException("granted twice");
        }
      }
    }
  }
}
