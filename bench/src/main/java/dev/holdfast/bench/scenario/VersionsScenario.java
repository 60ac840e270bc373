package dev.holdfast.bench.scenario;

import dev.holdfast.Holdfast;
import dev.holdfast.bench.contender.BareStatement;
import dev.holdfast.bench.contender.HandTransactions;
import dev.holdfast.bench.measure.Contender;
import dev.holdfast.bench.measure.Database;
import dev.holdfast.bench.measure.Options;
import dev.holdfast.bench.measure.Pooled;
import dev.holdfast.bench.measure.Progress;
import dev.holdfast.bench.measure.Rounds;
import dev.holdfast.bench.report.Report;
import dev.holdfast.bench.report.Samples;
import dev.holdfast.bench.report.Target;
import dev.holdfast.version.Assignments;
import dev.holdfast.version.VersionedTable;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.util.List;
import javax.sql.DataSource;

/** An update that names the version it goes on from, beside one that doesn't; a row a caller. */
public final class VersionsScenario implements Scenario {

  private static final String BARE = "bare UPDATE, from a pool";
  private static final String BY_HAND = "by hand: version compared, wait bounded, read back";
  private static final String HOLDFAST = "Holdfast update(key, version, …)";
  private static final int MOST_CALLERS = 64;
  private static final String READ = "select row_version from bench_version where id = ?";
  private static final List<Integer> CALLERS = List.of(1, 8, 32);
  private static final List<Integer> CALLERS_WHEN_SHORT = List.of(1, 32);

  public static final String TABLE =
      """
      drop table if exists bench_version;
      create table bench_version (
        id integer primary key,
        note text,
        row_version bigint not null default 1)
      with (fillfactor = 50);
      insert into bench_version select id, 'x' from generate_series(0, 127) as id
      """;

  private static final String UPDATE =
      """
      update bench_version
      set note = 'checked', row_version = row_version + 1
      where id = ?
      """;

  /** What the requirements ask for, as a single statement: nobody can do it with less. */
  private static final String BOUNDED =
      """
      update bench_version
      set note = 'checked',
          row_version =
            case when set_config('lock_timeout', '30s', true) is not null then row_version + 1 end
      where id = ? and row_version = ?
      returning row_version
      """;

  @Override
  public void run(Database database, Options options, Report report) throws Exception {
    database.execute(TABLE);
    for (int callers : options.isShort() ? CALLERS_WHEN_SHORT : CALLERS) {
      Progress.tell("versions, callers: %d".formatted(callers));
      try (Contender held = BareStatement.update(database, callers);
          Contender bare =
              new Pooled(
                  database,
                  callers,
                  BARE,
                  Pooled.plain(caller -> c -> Pooled.update(c, UPDATE, caller)));
          Contender byHand =
              new Pooled(database, callers, BY_HAND, Pooled.plain(VersionsScenario::byHand));
          Contender holdfast = new Pooled(database, callers, HOLDFAST, Versioned::new)) {
        List<Contender> all = List.of(held, bare, byHand, holdfast);
        Rounds rounds = Rounds.of(database, all, callers, options);
        rounds.tell(report, "versions", callers);
        judge(report, callers, rounds.rate(HOLDFAST).over(rounds.rate(BARE)));
      }
    }
  }

  private static void judge(Report report, int callers, Samples ratio) {
    switch (callers) {
      case 1 -> report.judge(Target.VERSIONS_1, ratio);
      case 32 -> report.judge(Target.VERSIONS_32, ratio);
      default -> {}
    }
  }

  /** On a row of its own, from whatever version that has. */
  private static Pooled.OnConnection byHand(int caller) {
    long[] seen = new long[1];
    return connection -> {
      int id = MOST_CALLERS + caller;
      if (seen[0] == 0) {
        seen[0] = HandTransactions.read(connection, READ, id);
      }
      try (PreparedStatement statement = connection.prepareStatement(BOUNDED)) {
        statement.setInt(1, id);
        statement.setLong(2, seen[0]);
        try (ResultSet row = statement.executeQuery()) {
          row.next();
          seen[0] = row.getLong(1);
        }
      }
    };
  }

  private static final class Versioned implements Pooled.Work {

    private final Holdfast holdfast;
    private final VersionedTable table;

    Versioned(DataSource source) {
      this.holdfast = Holdfast.on(source);
      this.table = holdfast.versions().table("bench_version", "id");
    }

    /** Each caller goes on from the version that it wrote last. */
    @Override
    public Contender.Operation operation(int caller) {
      long[] seen = {table.find(caller).orElseThrow().version().number()};
      Assignments note = Assignments.set("note", "checked");
      return () -> seen[0] = table.update(caller, seen[0], note).number();
    }

    @Override
    public void close() {
      holdfast.close();
    }
  }
}
