package dev.holdfast.bench.scenario;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.holdfast.Holdfast;
import dev.holdfast.bench.contender.HandTransactions;
import dev.holdfast.bench.contender.LockTransactions;
import dev.holdfast.bench.measure.Database;
import dev.holdfast.bench.measure.Wire;
import dev.holdfast.bench.measure.WireCounter;
import dev.holdfast.bench.report.Count;
import dev.holdfast.bench.report.Report;
import dev.holdfast.bench.report.Target;
import dev.holdfast.version.Assignments;
import dev.holdfast.version.RowUpdate;
import dev.holdfast.version.VersionedTable;
import java.util.List;
import java.util.stream.IntStream;

/** The round trips of transactions and versions, on a pool as an application has it. */
public final class RowCounts {

  private static final int SOME = 100;

  private RowCounts() {}

  public static void tell(Database database, Report report) throws Exception {
    database.execute(HandTransactions.TABLE);
    database.execute(VersionsScenario.TABLE);
    HikariConfig config = new HikariConfig();
    try (WireCounter counter = new WireCounter(database.dataSource())) {
      config.setDataSource(counter.through(database.dataSource()));
      config.setMaximumPoolSize(2);
      try (HikariDataSource pool = new HikariDataSource(config);
          Holdfast holdfast = Holdfast.on(pool)) {
        transactions(holdfast, counter, report);
        versions(holdfast, counter, report);
      }
    }
  }

  private static void tell(Report report, Target target, String what, double trips) {
    report.add(new Count(what, trips, target.limit));
    report.judge(target, trips);
  }

  private static void transactions(Holdfast holdfast, WireCounter counter, Report report)
      throws Exception {
    tell(
        report,
        Target.TRANSACTIONS_TRIPS,
        "round trips of lock, update, commit",
        trips(counter, () -> LockTransactions.once(holdfast, 1, false)));
    tell(
        report,
        Target.TRANSACTIONS_TRIPS_KNOWN,
        "round trips of lock, updateAndCommit",
        trips(counter, () -> LockTransactions.once(holdfast, 1, true)));
  }

  private static void versions(Holdfast holdfast, WireCounter counter, Report report)
      throws Exception {
    VersionedTable table = holdfast.versions().table("bench_version", "id");
    Assignments note = Assignments.set("note", "checked");
    long[] version = {1};
    tell(
        report,
        Target.VERSIONS_TRIPS,
        "round trips of a version update",
        trips(counter, () -> version[0] = table.update(1, version[0], note).number()));
    report.add(
        new Count(
            "round trips to update 100 versions",
            trips(counter, () -> table.updateAll(hundred(note))),
            1));
  }

  /** Stale after the first time; that is the same statement. */
  private static List<RowUpdate> hundred(Assignments note) {
    return IntStream.range(2, 102).mapToObj(id -> RowUpdate.of(id, 1, note)).toList();
  }

  /**
   * After one that opens connections and learns what is learnt once; the least of three, since a
   * message that arrives in two pieces looks like two round trips.
   */
  private static double trips(WireCounter counter, Wire.Action action) throws Exception {
    action.run();
    double least = Double.MAX_VALUE;
    for (int attempt = 0; attempt < 3; attempt++) {
      long before = counter.roundTrips();
      for (int i = 0; i < SOME; i++) {
        action.run();
      }
      least = Math.min(least, (counter.roundTrips() - before) / (double) SOME);
    }
    return least;
  }
}
