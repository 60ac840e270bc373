package dev.holdfast.bench.scenario;

import dev.holdfast.Holdfast;
import dev.holdfast.bench.contender.BareStatement;
import dev.holdfast.bench.measure.Calm;
import dev.holdfast.bench.measure.Contender;
import dev.holdfast.bench.measure.Database;
import dev.holdfast.bench.measure.Load;
import dev.holdfast.bench.measure.Options;
import dev.holdfast.bench.measure.Progress;
import dev.holdfast.bench.measure.Turns;
import dev.holdfast.bench.measure.WarmUp;
import dev.holdfast.bench.report.Figure;
import dev.holdfast.bench.report.Report;
import dev.holdfast.bench.report.Samples;
import dev.holdfast.bench.report.Target;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** One hot key in one process, beside a durable commit: a hand-over is one. */
public final class HandOverScenario implements Scenario {

  private static final int CALLERS = 8;

  @Override
  public void run(Database database, Options options, Report report) throws Exception {
    Progress.tell("hand-over in one process, %d callers".formatted(CALLERS));
    HotKey key = new HotKey("bench/hot", 0, CALLERS, Duration.ZERO);
    List<Double> commits = new ArrayList<>();
    List<Turns> rounds = new ArrayList<>();
    try (Contender update = BareStatement.update(database, 1);
        Holdfast holdfast = Holdfast.on(database.dataSource())) {
      WarmUp.run(options, () -> Load.run(database, update, 1, options.length()).operations());
      WarmUp.run(options, () -> key.run(holdfast.leases(), options.length()).size());
      for (int round = 0; round < options.rounds(); round++) {
        commits.add(
            Calm.of(options, () -> Load.run(database, update, 1, options.length())).micros(50));
        rounds.add(new Turns(Calm.of(options, () -> key.run(holdfast.leases(), options.length()))));
      }
    }
    report.add(figure("hand-over", "Holdfast, 1 process", CALLERS, rounds, Map.of()));
    Samples p50 = new Samples(rounds.stream().map(turns -> turns.micros(50)).toList());
    report.judge(Target.HAND_OVER, p50.over(new Samples(commits)));
  }

  public static Figure figure(
      String scenario,
      String contender,
      int callers,
      List<Turns> rounds,
      Map<String, Double> costs) {
    Map<String, Double> more = new HashMap<>(costs);
    more.put("p999Micros", median(rounds, turns -> turns.micros(99.9)));
    more.put("fairness", median(rounds, turns -> turns.fairness(callers)));
    more.put("longestWaitMillis", median(rounds, Turns::longestWaitMillis));
    return new Figure(
        scenario,
        contender,
        callers,
        new Samples(rounds.stream().map(Turns::rate).toList()),
        median(rounds, turns -> turns.micros(50)),
        median(rounds, turns -> turns.micros(99)),
        more);
  }

  static Samples samples(List<Turns> rounds, ToDoubleFunction<Turns> value) {
    return new Samples(rounds.stream().map(value::applyAsDouble).toList());
  }

  private static double median(List<Turns> rounds, ToDoubleFunction<Turns> value) {
    return samples(rounds, value).median();
  }
}
