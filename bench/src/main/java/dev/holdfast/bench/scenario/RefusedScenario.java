package dev.holdfast.bench.scenario;

import dev.holdfast.bench.contender.BareStatement;
import dev.holdfast.bench.contender.LeaseRefusals;
import dev.holdfast.bench.measure.Contender;
import dev.holdfast.bench.measure.Database;
import dev.holdfast.bench.measure.Options;
import dev.holdfast.bench.measure.Progress;
import dev.holdfast.bench.measure.Rounds;
import dev.holdfast.bench.peer.Backends;
import dev.holdfast.bench.peer.Peer;
import dev.holdfast.bench.peer.PeerRefusals;
import dev.holdfast.bench.report.Report;
import dev.holdfast.bench.report.Samples;
import dev.holdfast.bench.report.Target;
import java.util.ArrayList;
import java.util.List;

/** A held key is asked for: that reads and writes nothing. */
final class RefusedScenario implements Scenario {

  private static final int CALLERS = 8;

  @Override
  public void run(Database database, Options options, Report report) throws Exception {
    Progress.tell("refused tryAcquire, %d callers".formatted(CALLERS));
    List<Contender> contenders = new ArrayList<>();
    try (Backends backends = new Backends(database)) {
      contenders.add(BareStatement.select(database, CALLERS));
      contenders.add(new LeaseRefusals(database));
      List<Peer> peers = PeerChoice.of(List.of(Peer.SHEDLOCK), options, report);
      for (Peer peer : peers) {
        contenders.add(PeerRefusals.open(peer, backends));
      }
      Rounds rounds = Rounds.of(database, contenders, CALLERS, options);
      rounds.tell(report, "refused", CALLERS);
      Samples rate = rounds.rate(LeaseRefusals.NAME);
      report.judge(Target.REFUSED, rate.over(rounds.rate(BareStatement.SELECT)));
      for (Peer peer : peers) {
        report.judge(Target.REFUSED_SHEDLOCK, rate.over(rounds.rate(peer.title)));
      }
    } finally {
      PeerChoice.closeAll(contenders);
    }
  }
}
