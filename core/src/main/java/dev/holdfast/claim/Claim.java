package dev.holdfast.claim;

import dev.holdfast.ClaimLostException;
import dev.holdfast.transaction.Transaction;
import dev.holdfast.transaction.TransactionAction;
import dev.holdfast.transaction.TransactionFunction;
import java.sql.Connection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A row that this process works on. Usable from any thread. End it with {@link #finish()}, {@link
 * #fail} or {@link #release}; a claim that is closed before counts as a failed attempt.
 *
 * <p>No transaction is open while the work runs. It stays ours while this process lives and renews
 * its worker's lease; once somebody took it over, nothing of ours commits under it any more.
 */
public final class Claim implements AutoCloseable {

  /** Who has it, under which lock, and how often it was claimed. */
  record Hold(Worker worker, UUID lockId, long version, int attempt) {}

  private final Claims claims;
  private final Hold hold;
  private final List<String> key;
  private final Map<String, @Nullable Object> row;
  private final AtomicReference<@Nullable Outcome> outcome = new AtomicReference<>();

  Claim(Claims claims, Hold hold, List<String> key, Map<String, @Nullable Object> row) {
    this.claims = claims;
    this.hold = hold;
    this.key = key;
    this.row = row;
  }

  /** The row's key as text; the columns of a longer key are separated by commas. */
  public String key() {
    return String.join(",", key);
  }

  /** The UUID of this attempt; all rows that were claimed together share it. */
  public UUID lockId() {
    return hold.lockId;
  }

  /**
   * The row's execution version: higher than that of every earlier claim. Give it to services
   * outside as a fence, and let them refuse lower ones.
   */
  public long version() {
    return hold.version;
  }

  /** Counts from 1; without a column for attempts, the version. */
  public int attempt() {
    return hold.attempt;
  }

  /** A column of the key, or one asked for by {@link ClaimTable#withColumns}, as claimed. */
  public @Nullable Object get(String column) {
    if (!row.containsKey(column)) {
      throw new dev.holdfast.InvalidRequestException(
          "column " + column + " was not read: name it in ClaimTable.withColumns");
    }
    return row.get(column);
  }

  /** The same as text; null for SQL's null. */
  public @Nullable String text(String column) {
    Object value = get(column);
    return value == null ? null : value.toString();
  }

  /** The same, not null, as what the driver makes of it: Long for bigint, byte[] for bytea, … */
  public <T> T get(String column, Class<T> type) {
    return type.cast(Objects.requireNonNull(get(column), column));
  }

  /**
   * Whether it is surely ours at this moment: neither ended nor its worker's lease past its
   * deadline. No round trip. A write that must not be late needs {@link #inTransaction}.
   */
  public boolean isHeld() {
    return outcome.get() == null && hold.worker.lives();
  }

  /** How it ended; null: it did not yet. */
  public @Nullable Outcome outcome() {
    return outcome.get();
  }

  /**
   * Runs a function in a transaction of the application's DataSource that can commit only while
   * this claim is ours. The worker's lease is guarded and the row locked first: nobody takes it
   * over meanwhile. The transaction may last one ttl of the worker. To finish in the same
   * transaction, call {@link #finish(Transaction)} in it: then the work is done exactly once. After
   * a deadlock or a serialization failure the function runs again, in a new transaction: what it
   * does outside the database it does again.
   *
   * @throws ClaimLostException if the claim is not ours any more: nothing was done
   * @throws dev.holdfast.CommitUnknownException if the answer to the commit was lost for good
   */
  public <T extends @Nullable Object, X extends Exception> T inTransaction(
      TransactionFunction<T, X> function) throws X {
    return claims.inTransaction(this, function);
  }

  /** As {@link #inTransaction}, for work that has nothing to give back. */
  public <X extends Exception> void inTransactionWithoutResult(TransactionAction<X> action)
      throws X {
    inTransaction(
        tx -> {
          action.run(tx);
          return true;
        });
  }

  /**
   * The same in a transaction that the caller has: call it first. If it throws, roll back.
   *
   * @throws ClaimLostException if the claim is not ours any more
   */
  public void guard(Connection connection) {
    claims.guard(this, connection);
  }

  /**
   * The work is done. If the answer of the database is lost it is asked again: that is never a
   * failure of the work.
   *
   * @return false if somebody else took the claim over before: the row is theirs
   */
  public boolean finish() {
    return claims.end(Ending.done(this, claims.table().statuses)) == Outcome.DONE;
  }

  /**
   * The work is done if, and only if, this transaction commits.
   *
   * @throws ClaimLostException if the claim is not ours any more: roll back
   */
  public void finish(Transaction transaction) {
    finish(transaction.connection());
    if (!transaction.isJoined()) {
      transaction.afterCommit(() -> claims.finished(this));
    }
  }

  /** As {@link #finish(Transaction)}, in a transaction that the caller has. */
  public void finish(Connection connection) {
    claims.finishIn(connection, this);
  }

  /** This attempt failed: tried again after the backoff, or parked after the last attempt. */
  public Outcome fail(Throwable error) {
    return fail(error.toString());
  }

  /** As {@link #fail(Throwable)}, with a text for people. */
  public Outcome fail(String error) {
    return claims.end(Ending.failed(this, claims.table(), claims.options(), error));
  }

  /** It will never succeed: the row gets the status failed, whatever attempts are left. */
  public Outcome giveUp(String error) {
    return claims.end(Ending.givenUp(this, claims.table().statuses, error));
  }

  /** Gives it back unworked, for others to claim at once; it was no attempt. */
  public Outcome release() {
    return claims.end(Ending.released(this, claims.table().statuses));
  }

  /** Nothing if it was ended; otherwise a failed attempt. */
  @Override
  public void close() {
    if (outcome.get() == null) {
      fail("closed without being finished");
    }
  }

  @Override
  public String toString() {
    return "claim of %s %s (version %d, attempt %d)"
        .formatted(claims.table().name(), key(), version(), attempt());
  }

  List<String> keyColumns() {
    return key;
  }

  Worker worker() {
    return hold.worker;
  }

  /** False if it had ended before. */
  boolean ended(Outcome how) {
    return outcome.compareAndSet(null, how);
  }

  ClaimLostException lost(String why, @Nullable Throwable cause) {
    return new ClaimLostException(claims.table().name(), key(), version(), why, cause);
  }
}
