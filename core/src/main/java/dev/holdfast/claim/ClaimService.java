package dev.holdfast.claim;

import dev.holdfast.ClosedException;
import dev.holdfast.HoldfastSettings;
import dev.holdfast.lease.Leases;
import dev.holdfast.transaction.Transactions;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import javax.sql.DataSource;

/** What all claims of a {@link dev.holdfast.Holdfast} share: its one worker, its worker loops. */
public final class ClaimService implements AutoCloseable {

  private static final Duration CLOSING = Duration.ofSeconds(5);

  private final DataSource dataSource;
  private final HoldfastSettings settings;
  private final Workforce workforce;
  private final Transactions transactions;
  private final ClaimEvents events;
  private final Queue<ClaimWorker> workers = new ConcurrentLinkedQueue<>();
  private volatile boolean closed;

  public ClaimService(
      DataSource dataSource, HoldfastSettings settings, Leases leases, Transactions transactions) {
    this.dataSource = dataSource;
    this.settings = settings;
    this.workforce = new Workforce(dataSource, leases);
    this.transactions = transactions;
    this.events = new ClaimEvents(settings.listeners());
  }

  /**
   * Claims on this table, after a look at its columns: one round trip.
   *
   * @throws dev.holdfast.SchemaException naming the columns that are missing or of the wrong type
   */
  public Claims on(ClaimTable table, ClaimOptions options) {
    return new Claims(this, table, options);
  }

  /** Stops the worker loops, gives back what they had not begun, and lets the worker go. */
  @Override
  public void close() {
    closed = true;
    workers.forEach(worker -> worker.stop(CLOSING));
    workforce.close();
  }

  DataSource dataSource() {
    return dataSource;
  }

  HoldfastSettings settings() {
    return settings;
  }

  Transactions transactions() {
    return transactions;
  }

  ClaimEvents events() {
    return events;
  }

  Worker worker(Duration ttl) {
    if (closed) {
      throw new ClosedException();
    }
    return workforce.current(ttl);
  }

  ClaimWorker employ(ClaimWorker worker) {
    workers.removeIf(ClaimWorker::isStopped);
    workers.add(worker);
    worker.start();
    return worker;
  }
}
