package dev.holdfast.row;

import dev.holdfast.ConflictException.Course;
import dev.holdfast.LockTimeoutException;
import dev.holdfast.RequestFailedException;
import dev.holdfast.transaction.Transaction;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** One locking statement, and what its answer means for each key. */
final class Locking {

  private static final String NOT_AVAILABLE = "55P03";

  private final Transaction transaction;
  private final RowLock lock;
  private final Keys keys;

  Locking(Transaction transaction, RowLock lock, Keys keys) {
    this.transaction = transaction;
    this.lock = lock;
    this.keys = keys;
  }

  <R> LockedRows<R> run(RowMapper<R> mapper) {
    try {
      List<R> rows = new ArrayList<>();
      Set<List<String>> locked = new HashSet<>();
      read(
          RowSql.lock(lock, keys.places()),
          row -> {
            locked.add(keys.found(row));
            rows.add(mapper.map(row));
          });
      List<Object> absent = keys.without(locked);
      return absent.isEmpty() || lock.waiting() != Waiting.SKIP_LOCKED
          ? new LockedRows<>(rows, absent, List.of())
          : sorted(rows, locked);
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  /** Left out: there, but locked by somebody; or not there. */
  private <R> LockedRows<R> sorted(List<R> rows, Set<List<String>> locked) throws SQLException {
    Set<List<String>> existing = new HashSet<>();
    read(RowSql.existing(lock, keys.places()), row -> existing.add(keys.found(row)));
    Set<List<String>> known = new HashSet<>(existing);
    known.addAll(locked);
    List<Object> missing = keys.without(known);
    List<Object> skipped = new ArrayList<>(keys.without(locked));
    skipped.removeAll(missing);
    return new LockedRows<>(rows, missing, skipped);
  }

  private interface Reader {
    void read(ResultSet row) throws SQLException;
  }

  private void read(String sql, Reader reader) throws SQLException {
    try (PreparedStatement statement = transaction.connection().prepareStatement(sql)) {
      keys.bind(statement, 1);
      try (ResultSet row = statement.executeQuery()) {
        while (row.next()) {
          reader.read(row);
        }
      }
    }
  }

  private RuntimeException failed(SQLException e) {
    if (lock.waiting() == Waiting.NOWAIT && NOT_AVAILABLE.equals(e.getSQLState())) {
      Course course = new Course(transaction.attempt(), Duration.ZERO, transaction.isJoined());
      return new LockTimeoutException("a row of " + lock.table().name(), course, e);
    }
    return new RequestFailedException("locking rows of " + lock.table().name() + " failed", e);
  }
}
