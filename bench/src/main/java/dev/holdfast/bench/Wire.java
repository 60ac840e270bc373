package dev.holdfast.bench;

import dev.holdfast.Holdfast;
import dev.holdfast.HoldfastSettings;
import java.io.IOException;

/** A Holdfast whose traffic is counted, on a database where nothing else happens. */
final class Wire implements AutoCloseable {

  /** Something to count. */
  @FunctionalInterface
  interface Action {
    void run() throws Exception;
  }

  final Holdfast holdfast;
  private final Database database;
  private final WireCounter counter;
  private final double startTrips;

  Wire(Database database, HoldfastSettings settings) throws IOException {
    this.database = database;
    this.counter = new WireCounter(database.dataSource());
    this.holdfast = Holdfast.on(counter.through(database.dataSource()), settings);
    this.startTrips = (double) counter.roundTrips();
  }

  /** What it took to open the Holdfast, its first connection included. */
  double startTrips() {
    return startTrips;
  }

  double roundTrips(int operations, Action action) throws Exception {
    long before = counter.roundTrips();
    action.run();
    return (counter.roundTrips() - before) / (double) operations;
  }

  double statements(int operations, Action action) throws Exception {
    long before = counter.statements();
    action.run();
    return (counter.statements() - before) / (double) operations;
  }

  /** The least of three: the server writes a little on its own now and then. */
  double walBytes(int operations, Action action) throws Exception {
    long least = Long.MAX_VALUE;
    for (int attempt = 0; attempt < 3; attempt++) {
      long before = database.walPosition();
      action.run();
      least = Math.min(least, database.walPosition() - before);
    }
    return least / (double) operations;
  }

  @Override
  public void close() throws IOException {
    holdfast.close();
    counter.close();
  }
}
