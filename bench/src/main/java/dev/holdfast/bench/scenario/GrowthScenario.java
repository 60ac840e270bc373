package dev.holdfast.bench.scenario;

import dev.holdfast.bench.contender.SpreadPairs;
import dev.holdfast.bench.measure.Contender;
import dev.holdfast.bench.measure.Database;
import dev.holdfast.bench.measure.Options;
import dev.holdfast.bench.measure.Progress;
import dev.holdfast.bench.measure.Rounds;
import dev.holdfast.bench.report.Report;
import dev.holdfast.bench.report.Samples;
import dev.holdfast.bench.report.Target;
import java.util.ArrayList;
import java.util.List;

/**
 * Whether pairs cost more where there is more: a database a size, all on one server, measured in
 * turn. The size is judged with a thousand keys in use, wherever they lie in the table; keys from
 * all over five million are shown too, where each hits a page of its own that PostgreSQL has to
 * write in full after every checkpoint.
 */
final class GrowthScenario implements Scenario {

  private static final int CALLERS = 8;
  private static final long USED = 1_000;

  private record Size(String name, long resources, long used, long history) {}

  private static final String SMALL = "1k resources";
  private static final String LARGE = "5M resources, 1k of them in use";
  private static final String OLD = "1k resources, 10M history rows";

  private static final List<Size> SIZES =
      List.of(
          new Size(SMALL, USED, USED, 0),
          new Size("100k resources, 1k of them in use", 100_000, USED, 0),
          new Size(LARGE, 5_000_000, USED, 0),
          new Size(OLD, USED, USED, 10_000_000));

  @Override
  public void run(Database database, Options options, Report report) throws Exception {
    long part = options.isShort() ? 500 : 1; // the short form sees that it runs
    List<Database> databases = new ArrayList<>();
    List<Contender> contenders = new ArrayList<>();
    try {
      for (Size size : SIZES) {
        Progress.tell("growth, filling: " + size.name());
        Database filled = database.another();
        databases.add(filled);
        long resources = Math.max(size.resources() / part, size.used());
        SpreadPairs.seed(filled, resources, size.history() / part);
        String divided = part == 1 ? "" : " / " + part;
        contenders.add(new SpreadPairs(filled, size.name() + divided, resources, size.used()));
        if (size.name().equals(LARGE)) {
          String all = "5M resources, all of them in use" + divided;
          contenders.add(new SpreadPairs(filled, all, resources, resources));
        }
      }
      Progress.tell("growth, callers: %d".formatted(CALLERS));
      Rounds rounds = Rounds.of(database, contenders, CALLERS, options);
      rounds.tell(report, "growth", CALLERS);
      if (part == 1) {
        judge(report, rounds);
      }
    } finally {
      PeerChoice.closeAll(contenders);
      databases.forEach(Database::close);
    }
  }

  /** Time an operation is one over the rate. */
  private static void judge(Report report, Rounds rounds) {
    Samples small = rounds.rate(SMALL);
    report.judge(Target.GROWTH_RESOURCES, small.over(rounds.rate(LARGE)));
    report.judge(Target.GROWTH_HISTORY, small.over(rounds.rate(OLD)));
  }
}
