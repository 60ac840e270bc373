package dev.holdfast.bench.measure;

import dev.holdfast.Holdfast;
import dev.holdfast.HoldfastSettings;
import java.io.IOException;

/** A Holdfast whose traffic is counted, on a database where nothing else happens. */
public final class Wire implements AutoCloseable {

  /** Something to count. */
  @FunctionalInterface
  public interface Action {
    void run() throws Exception;
  }

  public final Holdfast holdfast;
  private final Database database;
  private final WireCounter counter;
  private final double startTrips;

  public Wire(Database database, HoldfastSettings settings) throws IOException {
    this.database = database;
    this.counter = new WireCounter(database.dataSource());
    this.holdfast = Holdfast.on(counter.through(database.dataSource()), settings);
    this.startTrips = (double) counter.roundTrips();
  }

  /** What it took to open the Holdfast, its first connection included. */
  public double startTrips() {
    return startTrips;
  }

  public double roundTrips(int operations, Action action) throws Exception {
    long before = counter.roundTrips();
    action.run();
    return (counter.roundTrips() - before) / (double) operations;
  }

  public double statements(int operations, Action action) throws Exception {
    long before = counter.statements();
    action.run();
    return (counter.statements() - before) / (double) operations;
  }

  /** The least of three: the server writes a little on its own now and then. */
  public double walBytes(int operations, Action action) throws Exception {
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
