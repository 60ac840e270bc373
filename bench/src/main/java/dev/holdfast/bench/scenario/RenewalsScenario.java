package dev.holdfast.bench.scenario;

import dev.holdfast.Holdfast;
import dev.holdfast.HoldfastEvent.BatchSent;
import dev.holdfast.HoldfastSettings;
import dev.holdfast.bench.measure.Database;
import dev.holdfast.bench.measure.Options;
import dev.holdfast.bench.measure.Progress;
import dev.holdfast.bench.report.Figure;
import dev.holdfast.bench.report.Report;
import dev.holdfast.bench.report.Samples;
import dev.holdfast.bench.report.Target;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** All leases of a process are renewed by one statement: how long does that take? */
public final class RenewalsScenario implements Scenario {

  private static final List<Integer> LEASES = List.of(10, 1_000, 50_000);
  private static final int MOST_WHEN_SHORT = 1_000;

  @Override
  public void run(Database database, Options options, Report report) throws Exception {
    double mostStatements = 0;
    for (int leases : LEASES) {
      if (options.isShort() && leases > MOST_WHEN_SHORT) {
        continue;
      }
      Progress.tell("renewals, %,d leases".formatted(leases));
      List<BatchSent> statements = tick(database, leases);
      mostStatements = Math.max(mostStatements, statements.size());
      tell(report, leases, statements);
    }
    report.judge(Target.RENEWAL_STATEMENTS, mostStatements);
  }

  /** A tick comes at a third of the ttl; many leases need a while to be acquired before. */
  private static List<BatchSent> tick(Database database, int leases) throws Exception {
    Duration ttl = Duration.ofSeconds(leases > MOST_WHEN_SHORT ? 60 : 3);
    Renewals renewals = new Renewals();
    HoldfastSettings settings =
        HoldfastSettings.defaults().withMaxPending(leases).withListener(renewals);
    try (Holdfast holdfast = Holdfast.on(database.dataSource(), settings)) {
      Renewals.hold(holdfast.leases(), leases, ttl);
      return renewals.await(leases, ttl);
    }
  }

  private static void tell(Report report, int leases, List<BatchSent> statements) {
    double seconds = statements.stream().mapToDouble(s -> s.took().toNanos() / 1e9).sum();
    report.add(
        new Figure(
            "renewals",
            "Holdfast, %,d leases".formatted(leases),
            1,
            new Samples(List.of(leases / seconds)),
            seconds * 1e6,
            seconds * 1e6,
            Map.of("statements", (double) statements.size())));
    if (leases == 50_000) {
      report.judge(Target.RENEWAL_TIME, seconds);
    }
  }
}
