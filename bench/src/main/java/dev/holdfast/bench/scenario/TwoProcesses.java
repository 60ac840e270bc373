package dev.holdfast.bench.scenario;

import dev.holdfast.bench.measure.Calm;
import dev.holdfast.bench.measure.Cpu;
import dev.holdfast.bench.measure.Database;
import dev.holdfast.bench.measure.Options;
import dev.holdfast.bench.measure.Turn;
import dev.holdfast.bench.measure.Turns;
import dev.holdfast.bench.peer.Address;
import dev.holdfast.bench.peer.Backends;
import dev.holdfast.bench.peer.Peer;
import dev.holdfast.bench.report.Samples;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Two processes whose callers want the same key, by one peer; they live from round to round. */
final class TwoProcesses implements AutoCloseable {

  static final int CALLERS_EACH = 16;
  private static final Duration HOLD = Duration.ofMillis(1);

  private final Database database;
  private final Peer peer;
  private final List<ProcessHandle> servers;
  private final List<ChildProcess> children = new ArrayList<>();
  private final List<Turns> rounds = new ArrayList<>();
  private final List<Double> clientMicros = new ArrayList<>();
  private final List<Double> serverMicros = new ArrayList<>();
  private boolean isTooSlow;

  private TwoProcesses(Database database, Peer peer, List<ProcessHandle> servers) {
    this.database = database;
    this.peer = peer;
    this.servers = servers;
  }

  static TwoProcesses start(Database database, Peer peer, Backends backends) throws Exception {
    Address address = backends.address(peer.backend);
    TwoProcesses two = new TwoProcesses(database, peer, backends.processes(peer.backend));
    try {
      for (int number = 0; number < 2; number++) {
        HotKey key = new HotKey("bench/between", number * CALLERS_EACH, CALLERS_EACH, HOLD);
        two.children.add(ChildProcess.start(peer, address, key));
      }
      for (ChildProcess child : two.children) {
        child.awaitReady();
      }
    } catch (IOException e) {
      two.close();
      throw e;
    }
    return two;
  }

  Peer peer() {
    return peer;
  }

  List<Turns> rounds() {
    return rounds;
  }

  /** In some round nothing was handed over: there is no rate to speak of. */
  boolean isTooSlow() {
    return isTooSlow;
  }

  /** What a hand-over costs. */
  Map<String, Double> costs() {
    return Map.of(
        "clientCpuMicros", new Samples(clientMicros).median(),
        "serverCpuMicros", new Samples(serverMicros).median());
  }

  void measure(Options options, Duration length) throws Exception {
    Round round = Calm.of(options, () -> round(length));
    int turns = round.turns().size();
    if (turns < 2) {
      isTooSlow = true;
      return;
    }
    rounds.add(new Turns(round.turns()));
    clientMicros.add(round.used().client().toNanos() / 1_000.0 / turns);
    serverMicros.add(round.used().server().toNanos() / 1_000.0 / turns);
  }

  private record Round(List<Turn> turns, Cpu used) {}

  private Round round(Duration length) throws IOException {
    List<ProcessHandle> clients = children.stream().map(ChildProcess::handle).toList();
    Cpu before = database.cpu(servers, clients);
    List<Turn> turns = run(length, HOLD);
    return new Round(turns, database.cpuSince(before, servers, clients));
  }

  /** Without holding the key, so that the compilers of two new JVMs see many turns; how many. */
  int warmUp(Duration length) throws IOException {
    return run(length, Duration.ZERO).size();
  }

  private List<Turn> run(Duration length, Duration hold) throws IOException {
    for (ChildProcess child : children) {
      child.go(length, hold);
    }
    List<Turn> all = new ArrayList<>();
    for (ChildProcess child : children) {
      all.addAll(child.turns());
    }
    return all;
  }

  @Override
  public void close() throws IOException {
    for (ChildProcess child : children) {
      child.close();
    }
  }
}
