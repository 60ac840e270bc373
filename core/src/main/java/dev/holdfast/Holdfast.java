package dev.holdfast;

import dev.holdfast.HoldfastSettings.SchemaMode;
import dev.holdfast.claim.ClaimOptions;
import dev.holdfast.claim.ClaimService;
import dev.holdfast.claim.ClaimTable;
import dev.holdfast.claim.Claims;
import dev.holdfast.diagnosis.Diagnosis;
import dev.holdfast.lease.Leases;
import dev.holdfast.outbox.Outbox;
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
  private final ClaimService claims;
  private final Outbox outbox;
  private final Diagnosis diagnosis;

  private Holdfast(DataSource dataSource, HoldfastSettings settings, SchemaInfo schema) {
    this.transactions = new Transactions(dataSource, settings);
    this.rows = new Rows(transactions);
    this.versions = new Versions(dataSource);
    this.leases = new Leases(dataSource, settings, schema, transactions);
    this.claims = new ClaimService(dataSource, settings, leases, transactions);
    this.outbox = new Outbox(dataSource, claims, settings.holder());
    this.diagnosis = new Diagnosis(dataSource, leases);
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
    return new Holdfast(dataSource, settings, schema.requireUsable(found));
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

  /** Claims on the rows of a table of yours, with the defaults of {@link ClaimOptions}. */
  public Claims claims(ClaimTable table) {
    return claims(table, ClaimOptions.defaults());
  }

  /**
   * Claims on the rows of a table of yours; looks at its columns in one round trip.
   *
   * @throws SchemaException naming the columns that are missing or of the wrong type
   */
  public Claims claims(ClaimTable table, ClaimOptions options) {
    return claims.on(table, options);
  }

  /** Events that commit with what they tell of; jobs of several transactions. */
  public Outbox outbox() {
    return outbox;
  }

  /** Who holds, who waits, who is in the way, and what would help. */
  public Diagnosis diagnosis() {
    return diagnosis;
  }

  @Override
  public void close() {
    claims.close();
    leases.close();
    transactions.close();
  }
}
