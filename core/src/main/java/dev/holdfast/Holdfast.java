package dev.holdfast;

import dev.holdfast.HoldfastSettings.SchemaMode;
import dev.holdfast.lease.Leases;
import dev.holdfast.row.Rows;
import dev.holdfast.schema.Schema;
import dev.holdfast.schema.SchemaInfo;
import dev.holdfast.transaction.Transactions;
import dev.holdfast.version.Versions;
import java.util.Optional;
import javax.sql.DataSource;

/**
 * The one way in. Open one a process and DataSource, share it between threads, close it at the end:
 * closing releases what is held.
 *
 * <pre>{@code
 * try (Holdfast holdfast = Holdfast.on(dataSource)) {
 *   try (Lease lease = holdfast.leases().acquire("instance/42")) {
 *     lease.inTransaction(tx -> advance(tx.connection(), 42));   // commits only while we hold it
 *   }
 * }
 * }</pre>
 *
 * It keeps one connection of the DataSource, and a second one once somebody waits or wants to hear
 * of a loss, whatever the number of leases and threads.
 */
public final class Holdfast implements AutoCloseable {

  private final Transactions transactions;
  private final Rows rows;
  private final Leases leases;
  private final Versions versions;

  private Holdfast(Transactions transactions, Leases leases, Versions versions) {
    this.transactions = transactions;
    this.rows = new Rows(transactions);
    this.leases = leases;
    this.versions = versions;
  }

  /** With {@link HoldfastSettings#defaults()}. */
  public static Holdfast on(DataSource dataSource) {
    return on(dataSource, HoldfastSettings.defaults());
  }

  /**
   * Opens it: one round trip if the schema is current.
   *
   * @throws SchemaException if the schema can't be used, saying what to do
   */
  public static Holdfast on(DataSource dataSource, HoldfastSettings settings) {
    Schema schema = Schema.of(dataSource);
    Optional<SchemaInfo> found = schema.info();
    if (settings.schemaMode() == SchemaMode.APPLY && found.filter(schema::isCurrent).isEmpty()) {
      schema.apply();
      found = schema.info();
    }
    SchemaInfo usable = schema.requireUsable(found);
    Transactions transactions = new Transactions(dataSource, settings);
    return new Holdfast(
        transactions,
        new Leases(dataSource, settings, usable, transactions),
        new Versions(dataSource));
  }

  public Leases leases() {
    return leases;
  }

  public Transactions transactions() {
    return transactions;
  }

  /** Rows of the application's own tables, compared and set. */
  public Versions versions() {
    return versions;
  }

  public Rows rows() {
    return rows;
  }

  @Override
  public void close() {
    leases.close();
    transactions.close();
  }
}
