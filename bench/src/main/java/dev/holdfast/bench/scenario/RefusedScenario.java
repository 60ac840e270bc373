package dev.holdfast.bench.scenario;

import dev.holdfast.bench.contender.BareStatement;
import dev.holdfast.bench.contender.LeaseRefusals;
import dev.holdfast.bench.measure.Contender;
import dev.holdfast.bench.measure.Database;
import dev.holdfast.bench.measure.Options;
import dev.holdfast.bench.measure.Progress;
import dev.holdfast.bench.measure.Rounds;
import dev.holdfast.bench.report.Report;
import dev.holdfast.bench.report.Target;
import java.util.List;

/** A held key is asked for: that reads and writes nothing. */
public final class RefusedScenario implements Scenario {

  private static final int CALLERS = 8;

  @Override
  public void run(Database database, Options options, Report report) throws Exception {
    Progress.tell("refused tryAcquire, %d callers".formatted(CALLERS));
    try (Contender select = BareStatement.select(database, CALLERS);
        Contender refusals = new LeaseRefusals(database)) {
      Rounds rounds = Rounds.of(database, List.of(select, refusals), CALLERS, options);
      rounds.tell(report, "refused", CALLERS);
      report.judge(
          Target.REFUSED, rounds.rate(LeaseRefusals.NAME).over(rounds.rate(BareStatement.SELECT)));
    }
  }
}
