package dev.holdfast.bench.scenario;

import dev.holdfast.Holdfast;
import dev.holdfast.bench.measure.Database;
import dev.holdfast.bench.measure.Options;
import dev.holdfast.bench.measure.Progress;
import dev.holdfast.bench.measure.Turn;
import dev.holdfast.bench.measure.Turns;
import dev.holdfast.bench.report.Report;
import dev.holdfast.bench.report.Target;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** One hot key between two processes of 16 waiters each, held for a millisecond. */
public final class ProcessesScenario implements Scenario {

  private static final int CALLERS_EACH = 16;
  private static final Duration HOLD = Duration.ofMillis(1);

  @Override
  public void run(Database database, Options options, Report report) throws Exception {
    Progress.tell("hand-over between 2 processes, 2 × %d waiters".formatted(CALLERS_EACH));
    Holdfast.on(database.dataSource()).close(); // the schema, before two want to make it
    Duration length = options.length().multipliedBy(3);
    List<Turns> rounds = new ArrayList<>();
    try (ChildProcess one = child(database, 0);
        ChildProcess two = child(database, 1)) {
      one.awaitReady();
      two.awaitReady();
      round(one, two, options.warmUp());
      for (int round = 0; round < options.rounds(); round++) {
        rounds.add(new Turns(round(one, two, length)));
      }
    }
    int callers = 2 * CALLERS_EACH;
    report.add(HandOverScenario.figure("hand-over", "Holdfast, 2 processes", callers, rounds));
    report.judge(Target.PROCESSES_FAIRNESS, HandOverScenario.fairness(rounds, callers));
  }

  private static ChildProcess child(Database database, int number) throws Exception {
    HotKey key = new HotKey("bench/between", number * CALLERS_EACH, CALLERS_EACH, HOLD);
    return ChildProcess.start(database.url(), database.user(), key);
  }

  private static List<Turn> round(ChildProcess one, ChildProcess two, Duration length)
      throws Exception {
    one.go(length);
    two.go(length);
    List<Turn> all = new ArrayList<>(one.turns());
    all.addAll(two.turns());
    return all;
  }
}
