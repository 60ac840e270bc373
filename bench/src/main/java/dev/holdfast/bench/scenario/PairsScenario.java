package dev.holdfast.bench.scenario;

import dev.holdfast.bench.contender.BareStatement;
import dev.holdfast.bench.contender.LeasePairs;
import dev.holdfast.bench.measure.ConnectionWatch;
import dev.holdfast.bench.measure.Contender;
import dev.holdfast.bench.measure.Database;
import dev.holdfast.bench.measure.Load;
import dev.holdfast.bench.measure.Options;
import dev.holdfast.bench.measure.Progress;
import dev.holdfast.bench.measure.Rounds;
import dev.holdfast.bench.report.Report;
import dev.holdfast.bench.report.Samples;
import dev.holdfast.bench.report.Target;
import java.time.Duration;
import java.util.List;

/** Acquire and release, a key each, beside the bare statements on as many connections. */
public final class PairsScenario implements Scenario {

  private static final List<Integer> CALLERS = List.of(1, 8, 32, 128);
  private static final List<Integer> CALLERS_WHEN_SHORT = List.of(1, 32);

  @Override
  public void run(Database database, Options options, Report report) throws Exception {
    for (int callers : options.isShort() ? CALLERS_WHEN_SHORT : CALLERS) {
      Progress.tell("pairs, callers: %d".formatted(callers));
      try (Contender select = BareStatement.select(database, callers);
          Contender update = BareStatement.update(database, callers);
          Contender release = LeasePairs.releasing(database);
          Contender close = LeasePairs.closing(database)) {
        Rounds rounds =
            Rounds.of(database, List.of(select, update, release, close), callers, options);
        rounds.tell(report, "pairs", callers);
        judge(report, rounds, callers);
      }
    }
    report.judge(Target.CONNECTIONS, connections(database, options.length()));
  }

  private static void judge(Report report, Rounds rounds, int callers) {
    Samples update = rounds.rate(BareStatement.UPDATE);
    Samples release = rounds.rate(LeasePairs.RELEASE).over(update);
    Samples close = rounds.rate(LeasePairs.CLOSE).over(update);
    switch (callers) {
      case 1 -> {
        report.judge(Target.PAIRS_1_RELEASE, release);
        report.judge(Target.PAIRS_1_CLOSE, close);
      }
      case 32 -> {
        report.judge(Target.PAIRS_32, release);
        report.judge(Target.PAIRS_32_CLOSE, close);
      }
      case 128 -> {
        report.judge(Target.PAIRS_128, release);
        report.judge(Target.PAIRS_128_CLOSE, close);
      }
      default -> {}
    }
  }

  private static int connections(Database database, Duration length) throws Exception {
    try (Contender pairs = LeasePairs.releasing(database)) {
      return ConnectionWatch.most(database, () -> Load.run(database, pairs, 128, length));
    }
  }
}
