package dev.holdfast.bench.scenario;

import dev.holdfast.bench.contender.LeasePairs;
import dev.holdfast.bench.measure.Measured;
import dev.holdfast.bench.measure.Rounds;
import dev.holdfast.bench.peer.Peer;
import dev.holdfast.bench.report.Report;
import dev.holdfast.bench.report.Samples;
import dev.holdfast.bench.report.Target;
import java.util.List;

/** Holdfast's pairs against those of the peers: by the best of them, round by round. */
final class PeerJudge {

  /** Without one of these there is no best peer to speak of. */
  private static final List<String> NEEDED =
      List.of(Peer.SHEDLOCK.title, Peer.REDISSON.title, Peer.REDISSON_FENCED.title);

  private PeerJudge() {}

  static void pairs(Report report, Rounds rounds, int callers, List<String> peers) {
    Samples release = rounds.rate(LeasePairs.RELEASE);
    Samples close = rounds.rate(LeasePairs.CLOSE);
    Samples closeOfMany = rounds.rate(LeasePairs.CLOSE_OF_MANY);
    if (callers == 1 && peers.contains(Peer.SHEDLOCK.title)) {
      report.judge(Target.PAIRS_1_SHEDLOCK, release.over(rounds.rate(Peer.SHEDLOCK.title)));
    }
    if (!peers.containsAll(NEEDED)) {
      return;
    }
    String best = rounds.best(peers, Measured::rate);
    Samples rate = rounds.rate(best);
    switch (callers) {
      case 8 -> {
        report.judge(Target.PAIRS_8_PEERS, release.over(rate), "best: " + best);
        report.judge(Target.PAIRS_8_PEERS_CLOSE, close.over(rate), "best: " + best);
        report.judge(Target.PAIRS_8_PEERS_MANY, closeOfMany.over(rate), "best: " + best);
      }
      case 32 -> {
        report.judge(Target.PAIRS_32_PEERS, release.over(rate), "best: " + best);
        report.judge(Target.PAIRS_32_PEERS_CLOSE, close.over(rate), "best: " + best);
        report.judge(Target.PAIRS_32_PEERS_MANY, closeOfMany.over(rate), "best: " + best);
        p99(report, rounds, peers);
      }
      default -> {}
    }
  }

  private static void p99(Report report, Rounds rounds, List<String> peers) {
    String best = rounds.best(peers, m -> -m.micros(99));
    Samples ours = rounds.samples(LeasePairs.RELEASE, m -> m.micros(99));
    Samples theirs = rounds.samples(best, m -> m.micros(99));
    report.judge(Target.PAIRS_32_P99, ours.over(theirs), "best: " + best);
  }
}
