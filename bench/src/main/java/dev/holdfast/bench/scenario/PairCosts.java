package dev.holdfast.bench.scenario;

import dev.holdfast.bench.measure.Database;
import dev.holdfast.bench.measure.WireCounter;
import dev.holdfast.bench.peer.Address;
import dev.holdfast.bench.peer.Backend;
import dev.holdfast.bench.peer.KeyLock;
import dev.holdfast.bench.peer.Locks;
import dev.holdfast.bench.peer.Peer;
import dev.holdfast.bench.report.Figure;
import dev.holdfast.bench.report.Report;
import dev.holdfast.bench.report.Samples;
import java.util.List;
import java.util.Map;

/**
 * What a pair costs on the wire to PostgreSQL, by who makes it: counted, so the same everywhere.
 */
final class PairCosts {

  private static final int PAIRS = 200;

  private PairCosts() {}

  static void tell(Database database, Report report, List<Peer> peers) throws Exception {
    for (Peer peer : peers) {
      if (peer.backend == Backend.POSTGRES) {
        count(database, report, peer);
      }
    }
  }

  private static void count(Database database, Report report, Peer peer) throws Exception {
    try (WireCounter counter = new WireCounter(database.dataSource());
        Locks locks =
            peer.open(
                new Address(counter.through(database.dataSource()).getURL(), database.user()))) {
      KeyLock lock = locks.on("bench/counted/" + peer);
      pairs(lock, 20); // connections, prepared statements, first rows
      long statements = counter.statements();
      long trips = counter.roundTrips();
      long from = System.nanoTime();
      pairs(lock, PAIRS);
      double micros = (System.nanoTime() - from) / 1e3 / PAIRS;
      report.add(
          new Figure(
              "pairs, counted",
              peer.title,
              1,
              new Samples(List.of(1e6 / micros)),
              micros,
              micros,
              Map.of(
                  "statements", (counter.statements() - statements) / (double) PAIRS,
                  "roundTrips", (counter.roundTrips() - trips) / (double) PAIRS)));
    }
  }

  private static void pairs(KeyLock lock, int count) throws Exception {
    for (int i = 0; i < count; i++) {
      if (!lock.tryLock()) {
        throw new IllegalStateException("a key was refused to its only caller");
      }
      lock.unlock();
    }
  }
}
