package dev.holdfast.version;

import dev.holdfast.Identifier;
import dev.holdfast.InvalidRequestException;
import dev.holdfast.RowMissingException;
import dev.holdfast.Version;
import dev.holdfast.VersionCheck;
import dev.holdfast.transaction.Transaction;
import java.sql.Connection;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;

/**
 * A table of the application whose rows carry a version. Immutable and thread-safe: make it once
 * and keep it.
 *
 * <p>Defaults: the version is a number in {@code row_version}; a write waits up to 5 seconds for a
 * lock; each write is a transaction of its own. {@code in(…)} writes in the caller's instead.
 *
 * <p>Where the key has several columns, it is a {@link List} with a value for each.
 */
public final class VersionedTable {

  private static final Duration DEFAULT_LOCK_TIMEOUT = Duration.ofSeconds(5);

  private final Access access;
  private final TableShape shape;
  private final Texts texts;
  private final Duration lockTimeout;

  /** What is made once for a table, and shared by all that is derived from it. */
  private record Texts(Statements rows, BatchStatements batches) {

    static Texts of(TableShape shape) {
      Statements rows = new Statements(shape);
      return new Texts(rows, new BatchStatements(rows));
    }
  }

  private VersionedTable(Access access, TableShape shape, Texts texts, Duration lockTimeout) {
    this.access = access;
    this.shape = shape;
    this.texts = texts;
    this.lockTimeout = lockTimeout;
  }

  static VersionedTable of(DataSource dataSource, TableShape shape) {
    return new VersionedTable(Access.to(dataSource), shape, Texts.of(shape), DEFAULT_LOCK_TIMEOUT);
  }

  /** The version is a whole number in that column; {@code row_version} unless told otherwise. */
  public VersionedTable withVersionColumn(String column) {
    return withVersion(column, false);
  }

  /**
   * The version is the time of the last write, in that column ({@code updated_at}, say): a {@code
   * timestamptz} to the microsecond, which nothing else may write. It rises with every write even
   * if the server's clock does not.
   */
  public VersionedTable withTimeColumn(String column) {
    return withVersion(column, true);
  }

  private VersionedTable withVersion(String column, boolean byTime) {
    TableShape other =
        new TableShape(shape.table(), shape.keys(), Identifier.column(column), byTime);
    return new VersionedTable(access, other, Texts.of(other), lockTimeout);
  }

  /** How long a write waits for a row that somebody has locked; 1 ms to 24 hours. */
  public VersionedTable withLockTimeout(Duration timeout) {
    if (timeout.toMillis() < 1 || timeout.compareTo(Duration.ofHours(24)) > 0) {
      throw new InvalidRequestException(
          "a lock timeout is 1 ms to 24 hours, not " + timeout + " (PostgreSQL's 0 is for ever)");
    }
    return new VersionedTable(access, shape, texts, timeout);
  }

  /**
   * The same table, read and written on this connection: in its transaction if autocommit is off.
   * The transaction's own {@code lock_timeout} counts too if it is shorter, and is as before
   * afterwards.
   */
  public VersionedTable in(Connection connection) {
    return new VersionedTable(access.in(connection), shape, texts, lockTimeout);
  }

  /**
   * The same table, read and written in this transaction. Locks that can't be had, deadlocks and
   * serialization failures are left to the transaction, which tries again as it was told to.
   */
  public VersionedTable in(Transaction transaction) {
    return new VersionedTable(access.in(transaction), shape, texts, lockTimeout);
  }

  /** As {@link #update(Object, VersionCheck, Assignments)}. */
  public Version update(Object key, long expected, Assignments assignments) {
    return update(key, VersionCheck.of(expected), assignments);
  }

  /** As {@link #update(Object, VersionCheck, Assignments)}. */
  public Version update(Object key, Instant expected, Assignments assignments) {
    return update(key, VersionCheck.of(expected), assignments);
  }

  /**
   * Writes the row if it still has the expected version, and answers its new one. One round trip;
   * two if the check is for several versions or any, or if it fails.
   *
   * @throws dev.holdfast.StaleVersionException if it has another version; nothing was written
   * @throws RowMissingException if there is no such row
   * @throws dev.holdfast.LockTimeoutException if somebody has it locked for longer than the timeout
   * @throws dev.holdfast.CommitUnknownException if the connection broke before the answer came
   */
  public Version update(Object key, VersionCheck expected, Assignments assignments) {
    return row(key).update(expected, assignments);
  }

  /** As {@link #delete(Object, VersionCheck)}. */
  public void delete(Object key, long expected) {
    delete(key, VersionCheck.of(expected));
  }

  /** As {@link #delete(Object, VersionCheck)}. */
  public void delete(Object key, Instant expected) {
    delete(key, VersionCheck.of(expected));
  }

  /** Deletes the row if it still has the expected version; throws as an update does. */
  public void delete(Object key, VersionCheck expected) {
    row(key).delete(expected);
  }

  /**
   * Inserts a row with its first version: 1, or the time. One round trip.
   *
   * @throws dev.holdfast.RowExistsException if there is one with this key
   */
  public Version insert(Object key, Assignments assignments) {
    return row(key).insert(assignments);
  }

  /** The row as it is now, all its columns. */
  public Optional<VersionedRow> find(Object key) {
    return row(key).find();
  }

  /** With the defaults of {@link ChangeOptions}. */
  public <X extends Exception> Version change(Object key, RowChange<X> change) throws X {
    return change(key, ChangeOptions.defaults(), change);
  }

  /**
   * Reads the row, has the function say what to make of it, and writes that if nobody else wrote in
   * between; otherwise all of it again, after a pause, until the deadline. In the caller's
   * transaction it is tried once: what must be repeated there is the transaction.
   *
   * @throws dev.holdfast.StaleVersionException if others were faster each time
   * @throws RowMissingException if there is no such row
   * @throws dev.holdfast.LockTimeoutException if somebody has it locked for too long
   * @throws dev.holdfast.WaitInterruptedException if the thread is interrupted during a pause
   */
  public <X extends Exception> Version change(
      Object key, ChangeOptions options, RowChange<X> change) throws X {
    return new Changing(this, key, options).run(change);
  }

  /**
   * Writes each row that still has its expected version, and says of each what became of it, in the
   * order given. One round trip (and one more the first time, for the columns' types); rows are
   * locked in the order of their keys, so that batches don't deadlock. Up to 10,000 rows, which
   * assign the same columns.
   */
  public List<RowResult> updateAll(List<RowUpdate> rows) {
    return batch().update(rows, false);
  }

  /**
   * Writes all rows, and answers their new versions; or writes none and throws for the first that
   * is stale or missing.
   */
  public List<Version> updateAllOrNothing(List<RowUpdate> rows) {
    return batch().updateOrThrow(rows);
  }

  private RowWriter row(Object key) {
    return new RowWriter(access, texts.rows(), key, lockTimeout);
  }

  private BatchWriter batch() {
    return new BatchWriter(access, shape, texts.batches(), lockTimeout);
  }

  Duration lockTimeout() {
    return lockTimeout;
  }

  boolean isJoined() {
    return access.isJoined();
  }

  String describe(Object key) {
    return shape.describe(Values.key(shape, key));
  }

  RowMissingException missing(Object key) {
    return new RowMissingException(describe(key));
  }

  @Override
  public String toString() {
    return shape.table().name() + " by " + shape.version().name();
  }
}
