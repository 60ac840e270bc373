package dev.holdfast.bench.scenario;

import dev.holdfast.bench.contender.HandTransactions;
import dev.holdfast.bench.contender.LockTransactions;
import dev.holdfast.bench.contender.SpringTransactions;
import dev.holdfast.bench.measure.Contender;
import dev.holdfast.bench.measure.Database;
import dev.holdfast.bench.measure.Options;
import dev.holdfast.bench.measure.Progress;
import dev.holdfast.bench.measure.Rounds;
import dev.holdfast.bench.measure.WarmUp;
import dev.holdfast.bench.peer.HibernateTransactions;
import dev.holdfast.bench.report.Report;
import dev.holdfast.bench.report.Samples;
import dev.holdfast.bench.report.Target;
import java.util.ArrayList;
import java.util.List;

/** Lock one row with a timeout, update it, commit: by hand, by Spring, by JPA, by Holdfast. */
final class TransactionsScenario implements Scenario {

  private static final List<Integer> CALLERS = List.of(1, 8, 32);
  private static final List<Integer> CALLERS_WHEN_SHORT = List.of(1, 32);

  @Override
  public void run(Database database, Options options, Report report) throws Exception {
    database.execute(HandTransactions.TABLE);
    WarmUp warmUp = new WarmUp();
    for (int callers : options.isShort() ? CALLERS_WHEN_SHORT : CALLERS) {
      Progress.tell("transactions, callers: %d".formatted(callers));
      List<Contender> contenders = new ArrayList<>();
      try {
        open(contenders, database, callers, options);
        Rounds rounds = Rounds.of(database, contenders, callers, options, warmUp);
        rounds.tell(report, "transactions", callers);
        judge(report, rounds, callers);
        if (callers == 1 && options.hasPeer("hibernate")) {
          Samples ours = rounds.rate(LockTransactions.THREE);
          Samples jpa = rounds.rate(HibernateTransactions.WITH_TIMEOUT);
          report.judge(Target.TRANSACTIONS_HIBERNATE, ours.over(jpa));
        }
      } finally {
        PeerChoice.closeAll(contenders);
      }
    }
  }

  private static void open(
      List<Contender> contenders, Database database, int callers, Options options) {
    contenders.add(HandTransactions.fiveSteps(database, callers));
    contenders.add(SpringTransactions.on(database, callers));
    contenders.add(HandTransactions.three(database, callers));
    contenders.add(HandTransactions.two(database, callers));
    contenders.add(LockTransactions.three(database, callers));
    contenders.add(LockTransactions.two(database, callers));
    if (options.hasPeer("hibernate")) {
      contenders.add(HibernateTransactions.withTimeout(database, callers));
      contenders.add(HibernateTransactions.withoutTimeout(database, callers));
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
