package dev.holdfast.bench;

import java.util.List;

/** A held key is asked for: that reads and writes nothing. */
final class RefusedScenario implements Scenario {

  private static final int CALLERS = 8;

  @Override
  public void run(Database database, Options options, Report report) throws Exception {
    Main.progress("refused tryAcquire, %d callers".formatted(CALLERS));
    try (Contender select = BareStatement.select(database, CALLERS);
        Contender refusals = new LeaseRefusals(database)) {
      Rounds rounds = Rounds.of(database, List.of(select, refusals), CALLERS, options);
      rounds.tell(report, "refused", CALLERS);
      report.judge(
          Target.REFUSED, rounds.rate(LeaseRefusals.NAME).over(rounds.rate(BareStatement.SELECT)));
    }
  }
}
