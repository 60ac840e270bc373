package dev.holdfast.bench.scenario;

import dev.holdfast.bench.measure.Contender;
import dev.holdfast.bench.measure.Options;
import dev.holdfast.bench.measure.Progress;
import dev.holdfast.bench.peer.Backends;
import dev.holdfast.bench.peer.Peer;
import dev.holdfast.bench.peer.PeerPairs;
import dev.holdfast.bench.report.Report;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** The peers that were asked for and can be had; those that can't are reported, not passed over. */
final class PeerChoice {

  private PeerChoice() {}

  static List<Peer> of(List<Peer> peers, Options options, Report report) {
    List<Peer> there = new ArrayList<>();
    for (Peer peer : peers) {
      if (!options.hasPeer(peer.option)) {
        continue;
      }
      peer.backend
          .missing()
          .ifPresentOrElse(why -> missing(peer, why, report), () -> there.add(peer));
    }
    return there;
  }

  static List<Contender> pairs(Backends backends, Options options, Report report) throws Exception {
    List<Contender> opened = new ArrayList<>();
    for (Peer peer : of(Peer.OF_PAIRS, options, report)) {
      opened.add(PeerPairs.open(peer, backends));
    }
    return opened;
  }

  static void closeAll(List<Contender> contenders) throws SQLException {
    for (Contender contender : contenders) {
      contender.close();
    }
  }

  private static void missing(Peer peer, String why, Report report) {
    Progress.tell(peer.title + " is not measured: " + why);
    report.missing(peer.title, why);
  }
}
