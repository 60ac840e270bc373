package dev.holdfast.bench.scenario;

import dev.holdfast.bench.contender.BareStatement;
import dev.holdfast.bench.contender.LeasePairs;
import dev.holdfast.bench.measure.ConnectionWatch;
import dev.holdfast.bench.measure.Contender;
import dev.holdfast.bench.measure.Database;
import dev.holdfast.bench.measure.Load;
import dev.holdfast.bench.measure.Options;
import dev.holdfast.bench.measure.Progress;
import dev.holdfast.bench.measure.Rounds;
import dev.holdfast.bench.measure.WarmUp;
import dev.holdfast.bench.peer.Backends;
import dev.holdfast.bench.peer.Peer;
import dev.holdfast.bench.report.Report;
import dev.holdfast.bench.report.Samples;
import dev.holdfast.bench.report.Target;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Acquire and release, a key each, beside the bare statements and the peers. */
final class PairsScenario implements Scenario {

  private static final List<Integer> CALLERS = List.of(1, 8, 32, 128);
  private static final List<Integer> CALLERS_WHEN_SHORT = List.of(1, 32);

  /** More than a peer with a pool has connections for. */
  private static final int TOO_MANY_FOR_PEERS = 128;

  @Override
  public void run(Database database, Options options, Report report) throws Exception {
    WarmUp warmUp = new WarmUp();
    try (Backends backends = new Backends(database)) {
      List<Contender> peers = PeerChoice.pairs(backends, options, report);
      try {
        for (int callers : options.isShort() ? CALLERS_WHEN_SHORT : CALLERS) {
          List<Contender> beside = callers < TOO_MANY_FOR_PEERS ? peers : List.of();
          Progress.tell("pairs, callers: %d, peers: %d".formatted(callers, beside.size()));
          Rounds rounds = measure(database, beside, callers, options, warmUp);
          rounds.tell(report, "pairs", callers);
          judge(report, rounds, callers);
          PeerJudge.pairs(report, rounds, callers, productsOf(rounds));
        }
      } finally {
        PeerChoice.closeAll(peers);
      }
    }
    if (!options.isShort()) {
      List<Peer> counted = new ArrayList<>(List.of(Peer.HOLDFAST));
      counted.addAll(PeerChoice.of(Peer.OF_PAIRS, options, report));
      PairCosts.tell(database, report, counted);
    }
    report.judge(Target.CONNECTIONS, connections(database, options.length()));
  }

  private static Rounds measure(
      Database database, List<Contender> peers, int callers, Options options, WarmUp warmUp)
      throws Exception {
    try (Contender select = BareStatement.select(database, callers);
        Contender update = BareStatement.update(database, callers);
        Contender release = LeasePairs.releasing(database);
        Contender close = LeasePairs.closing(database);
        Contender closeOfMany = LeasePairs.closingMany(database)) {
      List<Contender> all = new ArrayList<>(List.of(select, update, release, close, closeOfMany));
      all.addAll(peers);
      return Rounds.of(database, all, callers, options, warmUp);
    }
  }

  private static List<String> productsOf(Rounds rounds) {
    return Peer.OF_PAIRS.stream()
        .filter(peer -> peer.isProduct() && rounds.has(peer.title))
        .map(peer -> peer.title)
        .toList();
  }

  private static void judge(Report report, Rounds rounds, int callers) {
    Samples update = rounds.rate(BareStatement.UPDATE);
    Samples release = rounds.rate(LeasePairs.RELEASE).over(update);
    Samples close = rounds.rate(LeasePairs.CLOSE).over(update);
    Samples closeOfMany = rounds.rate(LeasePairs.CLOSE_OF_MANY).over(update);
    switch (callers) {
      case 1 -> {
        report.judge(Target.PAIRS_1_RELEASE, release);
        report.judge(Target.PAIRS_1_CLOSE, close);
        report.judge(Target.PAIRS_1_MANY, closeOfMany);
      }
      case 32 -> {
        report.judge(Target.PAIRS_32, release);
        report.judge(Target.PAIRS_32_CLOSE, close);
        report.judge(Target.PAIRS_32_MANY, closeOfMany);
      }
      case 128 -> {
        report.judge(Target.PAIRS_128, release);
        report.judge(Target.PAIRS_128_CLOSE, close);
        report.judge(Target.PAIRS_128_MANY, closeOfMany);
      }
      default -> {}
    }
  }

  private static int connections(Database database, Duration length) throws Exception {
    try (Contender pairs = LeasePairs.releasing(database)) {
      return ConnectionWatch.most(database, () -> Load.run(database, pairs, 128, length));
    }
  }
}
