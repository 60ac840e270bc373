package dev.holdfast.bench;

import java.util.ArrayList;
import java.util.List;

/** Acquire and release over HTTP, beside the library's own and, where it is installed, etcd's. */
final class HttpScenario implements Scenario {

  private static final List<Integer> CLIENTS = List.of(1, 32, 200);
  private static final List<Integer> CLIENTS_WHEN_SHORT = List.of(32);

  @Override
  public void run(Database database, Options options, Report report) throws Exception {
    for (int clients : options.isShort() ? CLIENTS_WHEN_SHORT : CLIENTS) {
      Main.progress("http, clients: %d".formatted(clients));
      List<Contender> contenders = new ArrayList<>();
      try {
        contenders.add(LeasePairs.releasing(database));
        contenders.add(new ServicePairs(database));
        if (Etcd.program().isPresent()) {
          contenders.add(new EtcdPairs());
        } else {
          Main.progress("etcd is not installed (Debian: apt-get install etcd-server): left out");
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
