package dev.holdfast.version;

import dev.holdfast.RowMissingException;
import dev.holdfast.StaleVersionException;
import dev.holdfast.Version;
import dev.holdfast.VersionCheck;
import dev.holdfast.internal.Unconfirmed;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Many rows, compared and set in one round trip. */
final class BatchWriter {

  private static final int TRIES = 10;

  private final Access access;
  private final TableShape shape;
  private final BatchStatements texts;
  private final Duration lockTimeout;

  BatchWriter(Access access, TableShape shape, BatchStatements texts, Duration lockTimeout) {
    this.access = access;
    this.shape = shape;
    this.texts = texts;
    this.lockTimeout = lockTimeout;
  }

  List<RowResult> update(List<RowUpdate> rows, boolean allOrNothing) {
    if (rows.isEmpty()) {
      return List.of();
    }
    Batch batch = Batch.of(shape, rows);
    String what = rows.size() + " rows of " + shape.table().name();
    Failures failures = new Failures(what, lockTimeout, access);
    try {
      return access.run(connection -> update(connection, batch, allOrNothing));
    } catch (SQLException e) {
      throw failures.writing(e);
    }
  }

  /** The versions of all rows; throws for the first that could not be written. */
  List<Version> updateOrThrow(List<RowUpdate> rows) {
    List<Version> versions = new ArrayList<>();
    List<RowResult> results = update(rows, true);
    for (RowResult result : results) {
      if (result instanceof RowResult.Updated updated) {
        versions.add(updated.version());
      }
    }
    if (versions.size() < results.size()) {
      throw refusal(results);
    }
    return versions;
  }

  /**
   * Under REPEATABLE READ and up a row that changed after the snapshot fails the whole statement:
   * in a transaction of our own it is sent again, and then sees that change.
   */
  private List<RowResult> update(Connection connection, Batch batch, boolean allOrNothing)
      throws SQLException {
    String sql = texts.updateAll(connection, batch.columns());
    for (int attempt = 1; ; attempt++) {
      try {
        return send(connection, sql, batch, allOrNothing);
      } catch (SQLException e) {
        if (!Failures.isSerialization(e) || access.isJoined() || attempt == TRIES) {
          throw e;
        }
      }
    }
  }

  private List<RowResult> send(Connection connection, String sql, Batch batch, boolean allOrNothing)
      throws SQLException {
    List<Array> arrays = new ArrayList<>();
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      int index = 1;
      statement.setInt(index++, Math.toIntExact(lockTimeout.toMillis()));
      for (String[] values : batch.arrays(shape.keys().size())) {
        Array array = connection.createArrayOf("text", values);
        arrays.add(array);
        statement.setArray(index++, array);
      }
      statement.setBoolean(index, allOrNothing);
      List<RowResult> results;
      try (ResultSet row = statement.executeQuery()) {
        results = results(row, batch);
      }
      Unconfirmed.refuse(statement);
      return results;
    } finally {
      for (Array array : arrays) {
        array.free();
      }
    }
  }

  private List<RowResult> results(ResultSet row, Batch batch) throws SQLException {
    List<RowResult> results = new ArrayList<>();
    while (row.next()) {
      results.add(
          batch.result(
              row.getInt(1) - 1, row.getBoolean(2), shape.read(row, 3), shape.read(row, 4)));
    }
    return results;
  }

  private RuntimeException refusal(List<RowResult> results) {
    String table = shape.table().name();
    for (RowResult result : results) {
      List<String> key = Values.key(shape, result.key());
      if (result instanceof RowResult.Missing) {
        return new RowMissingException(shape.describe(key));
      }
      if (result instanceof RowResult.Stale stale && !stale.actual().equals(stale.expected())) {
        return new StaleVersionException(
            table, Values.shown(key), VersionCheck.of(stale.expected()), stale.actual(), null);
      }
    }
    return new IllegalStateException("not written, and nothing speaks against it: " + results);
  }
}
