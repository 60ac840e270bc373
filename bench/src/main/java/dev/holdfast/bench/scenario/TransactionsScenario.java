package dev.holdfast.bench.scenario;

import dev.holdfast.bench.contender.HandTransactions;
import dev.holdfast.bench.contender.LockTransactions;
import dev.holdfast.bench.contender.SpringTransactions;
import dev.holdfast.bench.measure.Contender;
import dev.holdfast.bench.measure.Database;
import dev.holdfast.bench.measure.Options;
import dev.holdfast.bench.measure.Progress;
import dev.holdfast.bench.measure.Rounds;
import dev.holdfast.bench.report.Report;
import dev.holdfast.bench.report.Samples;
import dev.holdfast.bench.report.Target;
import java.util.List;

/** Lock one row with a timeout, update it, commit: by hand, by Spring, by Holdfast. */
public final class TransactionsScenario implements Scenario {

  private static final List<Integer> CALLERS = List.of(1, 8, 32);
  private static final List<Integer> CALLERS_WHEN_SHORT = List.of(1, 32);

  @Override
  public void run(Database database, Options options, Report report) throws Exception {
    database.execute(HandTransactions.TABLE);
    for (int callers : options.isShort() ? CALLERS_WHEN_SHORT : CALLERS) {
      Progress.tell("transactions, callers: %d".formatted(callers));
      try (Contender five = HandTransactions.fiveSteps(database, callers);
          Contender spring = SpringTransactions.on(database, callers);
          Contender byHand3 = HandTransactions.three(database, callers);
          Contender byHand2 = HandTransactions.two(database, callers);
          Contender holdfast3 = LockTransactions.three(database, callers);
          Contender holdfast2 = LockTransactions.two(database, callers)) {
        Rounds rounds =
            Rounds.of(
                database,
                List.of(five, spring, byHand3, byHand2, holdfast3, holdfast2),
                callers,
                options);
        rounds.tell(report, "transactions", callers);
        judge(report, rounds, callers);
      }
    }
  }

  private static void judge(Report report, Rounds rounds, int callers) {
    Samples three = rounds.rate(LockTransactions.THREE);
    Samples five = rounds.rate(HandTransactions.FIVE_STEPS);
    switch (callers) {
      case 1 -> {
        report.judge(Target.TRANSACTIONS_1, three.over(five));
        report.judge(Target.TRANSACTIONS_FOLDED_3, three.over(rounds.rate(HandTransactions.THREE)));
        report.judge(
            Target.TRANSACTIONS_FOLDED_2,
            rounds.rate(LockTransactions.TWO).over(rounds.rate(HandTransactions.TWO)));
      }
      case 32 -> report.judge(Target.TRANSACTIONS_32, three.over(five));
      default -> {}
    }
  }
}
