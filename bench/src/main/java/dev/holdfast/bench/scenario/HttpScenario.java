package dev.holdfast.bench.scenario;

import dev.holdfast.bench.contender.EtcdPairs;
import dev.holdfast.bench.contender.LeasePairs;
import dev.holdfast.bench.contender.ServicePairs;
import dev.holdfast.bench.measure.Contender;
import dev.holdfast.bench.measure.Database;
import dev.holdfast.bench.measure.Options;
import dev.holdfast.bench.measure.Progress;
import dev.holdfast.bench.measure.Rounds;
import dev.holdfast.bench.peer.Peer;
import dev.holdfast.bench.report.Report;
import java.util.ArrayList;
import java.util.List;

/** Acquire and release over HTTP, beside the library's own and, where it is installed, etcd's. */
public final class HttpScenario implements Scenario {

  private static final List<Integer> CLIENTS = List.of(1, 32, 200);
  private static final List<Integer> CLIENTS_WHEN_SHORT = List.of(32);

  @Override
  public void run(Database database, Options options, Report report) throws Exception {
    for (int clients : options.isShort() ? CLIENTS_WHEN_SHORT : CLIENTS) {
      Progress.tell("http, clients: %d".formatted(clients));
      List<Contender> contenders = new ArrayList<>();
      try {
        contenders.add(LeasePairs.releasing(database));
        contenders.add(new ServicePairs(database));
        for (Peer etcd : PeerChoice.of(List.of(Peer.JETCD), options, report)) {
          Progress.tell("http, beside the server of " + etcd.title);
          contenders.add(new EtcdPairs());
        }
        Rounds.of(database, contenders, clients, options).tell(report, "http", clients);
      } finally {
        for (Contender contender : contenders) {
          contender.close();
        }
      }
    }
  }
}
