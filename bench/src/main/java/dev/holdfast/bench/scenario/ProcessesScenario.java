package dev.holdfast.bench.scenario;

import dev.holdfast.Holdfast;
import dev.holdfast.bench.measure.Database;
import dev.holdfast.bench.measure.Options;
import dev.holdfast.bench.measure.Progress;
import dev.holdfast.bench.measure.Turns;
import dev.holdfast.bench.measure.WarmUp;
import dev.holdfast.bench.peer.Backends;
import dev.holdfast.bench.peer.Peer;
import dev.holdfast.bench.report.Report;
import dev.holdfast.bench.report.Samples;
import dev.holdfast.bench.report.Target;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** One hot key between two processes of 16 waiters each, held for a millisecond. */
final class ProcessesScenario implements Scenario {

  private static final int CALLERS = 2 * TwoProcesses.CALLERS_EACH;

  @Override
  public void run(Database database, Options options, Report report) throws Exception {
    Holdfast.on(database.dataSource()).close(); // the schema, before two want to make it
    List<TwoProcesses> contenders = new ArrayList<>();
    try (Backends backends = new Backends(database)) {
      for (Peer peer : contenders(options, report)) {
        contenders.add(TwoProcesses.start(database, peer, backends));
      }
      measure(contenders, options);
      tell(report, contenders);
    } finally {
      for (TwoProcesses contender : contenders) {
        contender.close();
      }
    }
  }

  private static List<Peer> contenders(Options options, Report report) {
    List<Peer> contenders = new ArrayList<>(List.of(Peer.HOLDFAST));
    if (!options.isShort()) {
      contenders.add(Peer.ADVISORY);
    }
    contenders.addAll(PeerChoice.of(Peer.OF_HAND_OVERS, options, report));
    return contenders;
  }

  private static void measure(List<TwoProcesses> contenders, Options options) throws Exception {
    Duration length = options.length().multipliedBy(3);
    for (TwoProcesses contender : contenders) {
      Progress.tell("hand-over between 2 processes, warm-up: " + contender.peer().title);
      WarmUp.run(options, () -> contender.warmUp(options.length()));
    }
    for (int round = 1; round <= options.rounds(); round++) {
      Progress.tell(
          "hand-over between 2 processes, round %d of %d, %d contenders of %s s"
              .formatted(round, options.rounds(), contenders.size(), Options.seconds(length)));
      for (TwoProcesses contender : contenders) {
        contender.measure(options, length);
      }
    }
  }

  private static void tell(Report report, List<TwoProcesses> contenders) {
    Map<Peer, List<Turns>> rounds = new EnumMap<>(Peer.class);
    for (TwoProcesses contender : contenders) {
      if (contender.isTooSlow()) {
        report.missing(contender.peer().title + ", processes", "a round without a hand-over");
        continue;
      }
      rounds.put(contender.peer(), contender.rounds());
      report.add(
          HandOverScenario.figure(
              "processes", contender.peer().title, CALLERS, contender.rounds(), contender.costs()));
    }
    if (!rounds.containsKey(Peer.HOLDFAST)) {
      return;
    }
    Samples fairness = samples(rounds, Peer.HOLDFAST, turns -> turns.fairness(CALLERS));
    report.judge(Target.PROCESSES_FAIRNESS, fairness);
    ratio(report, rounds, Target.PROCESSES_PEERS, Peer.REDISSON, Turns::rate);
    ratio(report, rounds, Target.PROCESSES_FAIR, Peer.REDISSON_FAIR, Turns::rate);
    ratio(report, rounds, Target.PROCESSES_REGISTRY, Peer.REGISTRY, Turns::rate);
    ratio(report, rounds, Target.PROCESSES_CURATOR, Peer.CURATOR, Turns::rate);
    ratio(report, rounds, Target.PROCESSES_P50, Peer.REDISSON, turns -> turns.micros(50));
    ratio(report, rounds, Target.PROCESSES_LONGEST, Peer.REDISSON, Turns::longestWaitMillis);
  }

  private static void ratio(
      Report report,
      Map<Peer, List<Turns>> rounds,
      Target target,
      Peer peer,
      ToDoubleFunction<Turns> value) {
    if (rounds.containsKey(peer)) {
      report.judge(
          target, samples(rounds, Peer.HOLDFAST, value).over(samples(rounds, peer, value)));
    }
  }

  private static Samples samples(
      Map<Peer, List<Turns>> rounds, Peer peer, ToDoubleFunction<Turns> value) {
    return HandOverScenario.samples(rounds.getOrDefault(peer, List.of()), value);
  }
}
