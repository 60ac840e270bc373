package dev.holdfast.bench.scenario;

import dev.holdfast.bench.contender.SpreadPairs;
import dev.holdfast.bench.measure.Contender;
import dev.holdfast.bench.measure.Database;
import dev.holdfast.bench.measure.Load;
import dev.holdfast.bench.measure.Measured;
import dev.holdfast.bench.measure.Options;
import dev.holdfast.bench.measure.Progress;
import dev.holdfast.bench.report.Figure;
import dev.holdfast.bench.report.Report;
import dev.holdfast.bench.report.Samples;
import dev.holdfast.bench.report.Target;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Pairs on the same thousand keys for minutes: tables and indexes may grow to what vacuum needs
 * between two of its visits, and then no more. The history grows by design and is shown beside.
 */
final class ChurnScenario implements Scenario {

  private static final int CALLERS = 8;
  private static final int KEYS = 1_000;
  private static final int LOOKS = 20;

  private static final String SIZE =
      """
      select pg_total_relation_size('holdfast.lease') + pg_total_relation_size('holdfast.waiter')
      """;

  private static final String HISTORY = "select pg_total_relation_size('holdfast.past_lease')";

  @Override
  public void run(Database shared, Options options, Report report) throws Exception {
    Duration step = options.pace().churn().dividedBy(LOOKS);
    List<Double> sizes = new ArrayList<>();
    try (Database database = shared.another()) {
      SpreadPairs.seed(database, KEYS, 0);
      try (Contender pairs = new SpreadPairs(database, "Holdfast", KEYS, KEYS)) {
        for (int look = 1; look <= LOOKS; look++) {
          Progress.tell("churn, %d of %d × %d s".formatted(look, LOOKS, step.toSeconds()));
          Measured measured = Load.run(database, pairs, CALLERS, step);
          double size = megabytes(database, SIZE);
          sizes.add(size);
          double history = megabytes(database, HISTORY);
          String at = "after %s s".formatted(step.multipliedBy(look).toSeconds());
          tell(report, at, measured, Map.of("megabytes", size, "historyMegabytes", history));
        }
      }
    }
    if (!options.isShort()) {
      double half = sizes.get(LOOKS / 2 - 1);
      report.judge(Target.GROWTH_BLOAT, sizes.get(LOOKS - 1) / half);
    }
  }

  private static void tell(Report report, String at, Measured measured, Map<String, Double> more) {
    report.add(
        new Figure(
            "churn",
            at,
            CALLERS,
            new Samples(List.of(measured.rate())),
            measured.micros(50),
            measured.micros(99),
            more));
  }

  private static double megabytes(Database database, String sql) throws Exception {
    return Double.parseDouble(database.ask(sql)) / 1e6;
  }
}
