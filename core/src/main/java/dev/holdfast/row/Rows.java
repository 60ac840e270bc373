package dev.holdfast.row;

import dev.holdfast.AlreadyClaimedException;
import dev.holdfast.InvalidRequestException;
import dev.holdfast.RequestFailedException;
import dev.holdfast.RowMissingException;
import dev.holdfast.transaction.Transaction;
import dev.holdfast.transaction.TransactionOptions;
import dev.holdfast.transaction.Transactions;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Locks rows of the application's own tables by key, in the order of the keys. Thread-safe.
 *
 * <pre>{@code
 * RowLock orders = RowLock.of("orders", "id");
 * holdfast.rows().withLock(orders, 42, TransactionOptions.workflow(), (tx, order) -> …);
 * }</pre>
 */
public final class Rows {

  private final Transactions transactions;

  public Rows(Transactions transactions) {
    this.transactions = transactions;
  }

  /**
   * Locks rows and reads them, in one round trip (SKIP LOCKED: one more if rows were left out).
   *
   * @param keys 1 to 1,000; for a key of several columns each is a list of as many values
   * @throws dev.holdfast.LockTimeoutException with NOWAIT, at once; roll back then
   */
  public <R> LockedRows<R> lock(
      Transaction transaction, RowLock lock, Collection<?> keys, RowMapper<R> mapper) {
    return new Locking(transaction, lock, Keys.of(lock, keys)).run(mapper);
  }

  /** The same, with each row as it is. */
  public LockedRows<Row> lock(Transaction transaction, RowLock lock, Object... keys) {
    return lock(transaction, lock, List.of(keys), Row::of);
  }

  /**
   * Locks one row that must be there.
   *
   * @throws RowMissingException if it is not
   * @throws dev.holdfast.LockTimeoutException with NOWAIT, at once; roll back then
   */
  public Row lockOne(Transaction transaction, RowLock lock, Object key) {
    if (lock.waiting() == Waiting.SKIP_LOCKED) {
      throw new InvalidRequestException("one row that must be locked can't be skipped");
    }
    List<Row> rows = lock(transaction, lock, List.of(key), Row::of).rows();
    if (rows.isEmpty()) {
      throw new RowMissingException(lock.row(key));
    }
    return rows.get(0);
  }

  /** The whole transaction: locks a row that must be there, runs the function, commits. */
  public <T extends @Nullable Object, X extends Exception> T withLock(
      RowLock lock, Object key, TransactionOptions options, RowFunction<T, X> function) throws X {
    return transactions.run(
        options, transaction -> function.apply(transaction, lockOne(transaction, lock, key)));
  }

  /**
   * Moves a row from one state to the next: locks it, looks at its state, writes the new one. Of
   * many at once one does it.
   *
   * @return the row as it was before
   * @throws AlreadyClaimedException if it is in another state: nothing was changed
   * @throws RowMissingException if it is not there
   */
  public Row transition(Transaction transaction, RowLock lock, Object key, Transition transition) {
    Row row = lockOne(transaction, lock, key);
    String actual = row.text(transition.column());
    String expected = String.valueOf(transition.from());
    if (!actual.equals(expected)) {
      throw new AlreadyClaimedException(lock.row(key), expected, actual);
    }
    write(transaction, lock, key, transition);
    return row;
  }

  private static void write(
      Transaction transaction, RowLock lock, Object key, Transition transition) {
    String sql = RowSql.update(lock, transition.column());
    try (PreparedStatement statement = transaction.connection().prepareStatement(sql)) {
      Keys.bind(statement, 1, transition.to());
      Keys.of(lock, List.of(key)).bind(statement, 2);
      statement.executeUpdate();
    } catch (SQLException e) {
      throw new RequestFailedException("writing the state of " + lock.row(key) + " failed", e);
    }
  }
}
