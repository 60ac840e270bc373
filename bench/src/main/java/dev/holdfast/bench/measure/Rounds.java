package dev.holdfast.bench.measure;

import dev.holdfast.bench.report.Figure;
import dev.holdfast.bench.report.Report;
import dev.holdfast.bench.report.Samples;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.function.ToDoubleFunction;

/** Contenders measured in turn, round after round, so that each round has seen the same machine. */
public final class Rounds {

  private final Map<String, List<Measured>> byContender = new LinkedHashMap<>();
  private final Map<String, String> failures = new LinkedHashMap<>();

  private Rounds() {}

  public static Rounds of(
      Database database, List<Contender> contenders, int callers, Options options)
      throws Exception {
    return of(database, contenders, callers, options, new WarmUp());
  }

  /** With what is known to be warm already from measurements with another number of callers. */
  public static Rounds of(
      Database database, List<Contender> contenders, int callers, Options options, WarmUp warmUp)
      throws Exception {
    Rounds rounds = new Rounds();
    for (Contender contender : contenders) {
      rounds.byContender.put(contender.name(), new ArrayList<>());
      rounds.attempt(
          contender, () -> warmUp.run(database, contender, contender.callersOf(callers), options));
    }
    for (int round = 0; round < options.rounds(); round++) {
      for (Contender contender : contenders) {
        rounds.attempt(contender, () -> rounds.measure(database, contender, callers, options));
      }
    }
    return rounds;
  }

  private interface Step {
    void run() throws Exception;
  }

  /** Who failed once is out, with the reason. */
  private void attempt(Contender contender, Step step) throws Exception {
    if (failures.containsKey(contender.name())) {
      return;
    }
    try {
      step.run();
    } catch (ExecutionException e) {
      if (!contender.mayFail()) {
        throw e;
      }
      Progress.tell(contender.name() + " failed: " + e.getCause());
      failures.put(contender.name(), String.valueOf(e.getCause()));
      byContender.remove(contender.name());
    }
  }

  private void measure(Database database, Contender contender, int callers, Options options)
      throws Exception {
    int threads = contender.callersOf(callers);
    of(contender.name())
        .add(Calm.of(options, () -> Load.run(database, contender, threads, options.length())));
  }

  public boolean has(String contender) {
    return byContender.containsKey(contender);
  }

  public Samples rate(String contender) {
    return samples(contender, Measured::rate);
  }

  public Samples samples(String contender, ToDoubleFunction<Measured> value) {
    return new Samples(of(contender).stream().map(value::applyAsDouble).toList());
  }

  /** The one of these whose median is the largest. */
  public String best(List<String> contenders, ToDoubleFunction<Measured> value) {
    return contenders.stream()
        .max(Comparator.comparingDouble(name -> samples(name, value).median()))
        .orElseThrow();
  }

  /** A line a contender for the report. */
  public void tell(Report report, String scenario, int callers) {
    failures.forEach(
        (who, why) -> report.missing("%s, %s, %d callers".formatted(who, scenario, callers), why));
    for (String contender : byContender.keySet()) {
      report.add(
          new Figure(
              scenario,
              contender,
              callers,
              rate(contender),
              samples(contender, m -> m.micros(50)).median(),
              samples(contender, m -> m.micros(99)).median(),
              Map.of(
                  "p999Micros", samples(contender, m -> m.micros(99.9)).median(),
                  "clientCpuMicros", samples(contender, Measured::clientMicros).median(),
                  "serverCpuMicros", samples(contender, Measured::serverMicros).median(),
                  "walBytes", samples(contender, Measured::walBytes).median())));
    }
  }

  private List<Measured> of(String contender) {
    List<Measured> measured = byContender.get(contender);
    if (measured == null) {
      throw new IllegalArgumentException("not measured: " + contender);
    }
    return measured;
  }
}
