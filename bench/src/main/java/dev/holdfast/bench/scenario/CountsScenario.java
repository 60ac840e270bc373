package dev.holdfast.bench.scenario;

import dev.holdfast.Holdfast;
import dev.holdfast.HoldfastSettings;
import dev.holdfast.bench.measure.ConnectionWatch;
import dev.holdfast.bench.measure.Database;
import dev.holdfast.bench.measure.Options;
import dev.holdfast.bench.measure.Progress;
import dev.holdfast.bench.measure.Wire;
import dev.holdfast.bench.report.Count;
import dev.holdfast.bench.report.Report;
import dev.holdfast.bench.report.Target;
import dev.holdfast.lease.Lease;
import dev.holdfast.lease.LeaseGroup;
import dev.holdfast.lease.LeaseOptions;
import dev.holdfast.lease.Leases;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** What one operation costs in round trips, statements, WAL and connections. */
public final class CountsScenario implements Scenario {

  private static final int MANY = 1_000;
  private static final int SOME = 200;

  @Override
  public void run(Database database, Options options, Report report) throws Exception {
    Progress.tell("counts");
    Holdfast.on(database.dataSource()).close(); // applies the schema
    try (Wire wire = new Wire(database, HoldfastSettings.defaults())) {
      start(wire, report);
      singles(wire, report);
      several(wire, report);
      wal(wire, report);
      handOvers(wire, report);
      connections(database, wire, report);
    }
    refused(database, report);
    renewals(database, report);
    RowCounts.tell(database, report);
  }

  private static void start(Wire wire, Report report) {
    report.add(new Count("round trips of Holdfast.on", wire.startTrips(), 2));
    report.judge(Target.START, wire.startTrips());
  }

  private static void singles(Wire wire, Report report) throws Exception {
    Leases leases = wire.holdfast.leases();
    pairs(leases, 10); // opens the connection
    List<Lease> held = new ArrayList<>();
    report.add(
        new Count(
            "round trips of an acquire", wire.roundTrips(SOME, () -> acquire(leases, held)), 1));
    report.add(
        new Count(
            "round trips of a release",
            wire.roundTrips(SOME, () -> held.forEach(Lease::release)),
            1));
    report.add(
        new Count("statements of a pair", wire.statements(SOME, () -> pairs(leases, SOME)), 2));
  }

  private static void several(Wire wire, Report report) throws Exception {
    Leases leases = wire.holdfast.leases();
    List<String> names = IntStream.range(0, 100).mapToObj(i -> "bench/all/" + i).toList();
    List<LeaseGroup> group = new ArrayList<>();
    report.add(
        new Count(
            "round trips to acquire 100 together",
            wire.roundTrips(1, () -> group.add(acquireAll(leases, names))),
            1));
    report.add(
        new Count(
            "round trips to release 100 together",
            wire.roundTrips(1, () -> group.get(0).release()),
            2));
    report.add(
        new Count(
            "round trips of an acquire among 1,000 at once",
            wire.roundTrips(MANY, () -> releaseAll(Renewals.hold(leases, MANY, ttl()))),
            0.05));
  }

  private static void wal(Wire wire, Report report) throws Exception {
    Leases leases = wire.holdfast.leases();
    pairs(leases, SOME);
    report.add(
        new Count("WAL bytes of a pair", wire.walBytes(SOME, () -> pairs(leases, SOME)), 1_500));
  }

  private static void handOvers(Wire wire, Report report) throws Exception {
    Leases leases = wire.holdfast.leases();
    HotKey key = new HotKey("bench/hot", 0, 8, Duration.ofMillis(1));
    key.run(leases, Duration.ofMillis(300)); // starts the listener
    long before = fence(leases, key.resource());
    double trips = wire.roundTrips(1, () -> key.run(leases, Duration.ofMillis(500)));
    long grants = fence(leases, key.resource()) - before - 1;
    report.add(new Count("round trips of a hand-over, 8 waiters", trips / grants, 1.2));
  }

  private static void connections(Database database, Wire wire, Report report) throws Exception {
    HotKey key = new HotKey("bench/crowded", 0, 128, Duration.ofMillis(1));
    int most =
        ConnectionWatch.most(
            database, () -> key.run(wire.holdfast.leases(), Duration.ofMillis(500)));
    report.add(new Count("connections of 128 callers that wait", most, 2));
  }

  private static void refused(Database database, Report report) throws Exception {
    try (Holdfast other = Holdfast.on(database.dataSource());
        Wire wire = new Wire(database, HoldfastSettings.defaults())) {
      Lease held = other.leases().acquire("bench/counted");
      Leases leases = wire.holdfast.leases();
      leases.tryAcquire("bench/counted"); // opens the connection
      Wire.Action refusals =
          () -> {
            for (int i = 0; i < SOME; i++) {
              leases.tryAcquire("bench/counted");
            }
          };
      double wal = wire.walBytes(SOME, refusals);
      report.add(new Count("WAL bytes of a refused tryAcquire", wal, 0));
      report.judge(Target.REFUSED_WAL, wal);
      report.add(
          new Count("round trips of a refused tryAcquire", wire.roundTrips(SOME, refusals), 1));
      held.release();
    }
  }

  private static void renewals(Database database, Report report) throws Exception {
    Renewals renewals = new Renewals();
    Duration ttl = Duration.ofSeconds(3);
    try (Wire wire = new Wire(database, HoldfastSettings.defaults().withListener(renewals))) {
      Renewals.hold(wire.holdfast.leases(), MANY, ttl);
      double statements = wire.statements(1, () -> renewals.await(MANY, ttl));
      report.add(new Count("statements to renew 1,000 leases", statements, 1));
    }
  }

  private static void acquire(Leases leases, List<Lease> held) {
    for (int i = 0; i < SOME; i++) {
      held.add(leases.tryAcquire("bench/single/" + i).orElseThrow());
    }
  }

  private static void pairs(Leases leases, int count) {
    for (int i = 0; i < count; i++) {
      leases.tryAcquire("bench/single/0").orElseThrow().release();
    }
  }

  /** How many grants there were so far, this one included: the fence counts them. */
  private static long fence(Leases leases, String resource) {
    try (Lease lease = leases.acquire(resource)) {
      return lease.fence();
    }
  }

  private static LeaseGroup acquireAll(Leases leases, List<String> names) {
    return leases.tryAcquireAll(names, LeaseOptions.defaults()).orElseThrow();
  }

  private static void releaseAll(List<Lease> held) {
    held.subList(1, held.size()).forEach(Lease::close);
    held.get(0).release();
  }

  private static Duration ttl() {
    return Duration.ofMinutes(5);
  }
}
