package dev.holdfast.bench.scenario;

import dev.holdfast.bench.contender.BareStatement;
import dev.holdfast.bench.contender.NoDriver;
import dev.holdfast.bench.contender.StatementLoop;
import dev.holdfast.bench.measure.Contender;
import dev.holdfast.bench.measure.Database;
import dev.holdfast.bench.measure.Options;
import dev.holdfast.bench.measure.Progress;
import dev.holdfast.bench.measure.Rounds;
import dev.holdfast.bench.report.Figure;
import dev.holdfast.bench.report.Report;
import dev.holdfast.bench.report.Samples;
import dev.holdfast.bench.report.Target;
import dev.holdfast.policy.Cluster;
import dev.holdfast.policy.Helpers;
import dev.holdfast.policy.Policy;
import dev.holdfast.policy.guard.GuardMode;
import dev.holdfast.policy.guard.PolicyDataSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;

/**
 * What the policy's guard costs a statement whose text it knows: beside the same statement without
 * it on PostgreSQL, and before a driver that does nothing, where nothing else is to be seen.
 */
public final class GuardScenario implements Scenario {

  private static final String SELECT = "select 1";
  private static final String UPDATE = "update bench_row set n = n + 1 where id = 0";
  private static final String LOCK = "select n from bench_row where id = 0 for update";

  private static final String BARE = "bare ";
  private static final String GUARDED = "guarded ";
  private static final String HELPER = "guarded, helper looked for: ";

  /** Statements an operation where there is no driver: the clock is read once for all of them. */
  private static final int MANY = 1_000;

  private static final Policy POLICY = Policy.of(Cluster.of("A", "bench_row"));
  private static final Policy HELPED =
      POLICY.withHelpers(Helpers.any().withPackages("dev.holdfast.bench").withPerTransaction(1));

  @Override
  public void run(Database database, Options options, Report report) throws Exception {
    BareStatement.update(database, 1).close(); // makes the table
    Progress.tell("guard, on PostgreSQL");
    Samples trip = onPostgres(database, options, report);
    Progress.tell("guard, without a driver");
    withoutDriver(database, options, report, trip);
  }

  /** Gives the CPU time of a bare SELECT 1, of both sides. */
  private static Samples onPostgres(Database database, Options options, Report report)
      throws Exception {
    List<String> texts = options.isShort() ? List.of(SELECT) : List.of(SELECT, UPDATE, LOCK);
    List<Contender> contenders = new ArrayList<>();
    try {
      for (String sql : texts) {
        contenders.add(new StatementLoop(BARE + sql, database.dataSource(), sql, 1));
        contenders.add(new StatementLoop(GUARDED + sql, guarded(database.dataSource()), sql, 1));
      }
      Rounds rounds = Rounds.of(database, contenders, 1, options);
      rounds.tell(report, "guard", 1);
      return rounds.samples(BARE + SELECT, m -> m.clientMicros() + m.serverMicros());
    } finally {
      closeAll(contenders);
    }
  }

  private static void withoutDriver(Database database, Options options, Report report, Samples trip)
      throws Exception {
    DataSource none = NoDriver.dataSource();
    List<Contender> contenders = new ArrayList<>();
    try {
      contenders.add(new StatementLoop(BARE, none, SELECT, MANY));
      contenders.add(new StatementLoop(GUARDED + SELECT, guarded(none), SELECT, MANY));
      contenders.add(new StatementLoop(GUARDED + UPDATE, guarded(none), UPDATE, MANY));
      contenders.add(new StatementLoop(GUARDED + LOCK, guarded(none), LOCK, MANY));
      DataSource helped = PolicyDataSource.wrap(none, HELPED, GuardMode.THROW);
      contenders.add(new StatementLoop(HELPER + LOCK, helped, LOCK, MANY));
      Rounds rounds = Rounds.of(database, contenders, 1, options);
      tell(report, rounds, contenders);
      report.judge(Target.GUARD_SELECT, cost(rounds, GUARDED + SELECT).over(trip));
      report.judge(Target.GUARD_UPDATE, cost(rounds, GUARDED + UPDATE));
    } finally {
      closeAll(contenders);
    }
  }

  private static void tell(Report report, Rounds rounds, List<Contender> contenders) {
    for (Contender contender : contenders.subList(1, contenders.size())) {
      Samples cost = cost(rounds, contender.name());
      Samples rate = new Samples(cost.values().stream().map(micros -> 1e6 / micros).toList());
      report.add(
          new Figure(
              "guard alone",
              contender.name(),
              1,
              rate,
              cost.median(),
              cost.max(),
              Map.of("leastMicros", cost.min())));
    }
  }

  /** What a statement takes longer than without the guard, in microseconds, a value a round. */
  private static Samples cost(Rounds rounds, String contender) {
    List<Double> with = rounds.samples(contender, m -> m.micros(50)).values();
    List<Double> without = rounds.samples(BARE, m -> m.micros(50)).values();
    List<Double> cost = new ArrayList<>();
    for (int round = 0; round < with.size(); round++) {
      cost.add((with.get(round) - without.get(round)) / MANY);
    }
    return new Samples(cost);
  }

  private static DataSource guarded(DataSource source) {
    return PolicyDataSource.wrap(source, POLICY, GuardMode.THROW);
  }

  private static void closeAll(List<Contender> contenders) throws Exception {
    for (Contender contender : contenders) {
      contender.close();
    }
  }
}
