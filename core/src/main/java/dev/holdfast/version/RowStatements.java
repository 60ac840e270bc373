package dev.holdfast.version;

import dev.holdfast.RowMissingException;
import dev.holdfast.Version;
import dev.holdfast.internal.Unconfirmed;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The statements about one row, bound and executed: a round trip each. Those that write answer the
 * version that they wrote or deleted; null for no row.
 */
final class RowStatements {

  private final TableShape shape;
  private final Statements texts;
  private final List<String> key;
  private final Duration lockTimeout;

  RowStatements(TableShape shape, Statements texts, List<String> key, Duration lockTimeout) {
    this.shape = shape;
    this.texts = texts;
    this.key = key;
    this.lockTimeout = lockTimeout;
  }

  /** In a transaction of its own. */
  @Nullable Version update(Connection connection, Version expected, Assignments assignments)
      throws SQLException {
    String sql = texts.update(assignments.columns());
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      int next = bind(statement, 1, assignments.texts());
      statement.setString(next, Long.toString(lockTimeout.toMillis()));
      next = bind(statement, next + 1, key);
      Values.bind(statement, next, expected.toString());
      return version(statement);
    }
  }

  /** In the caller's transaction: the lock timeout does not outlast it. */
  @Nullable Version updateJoined(Connection connection, Version expected, Assignments assignments)
      throws SQLException {
    String sql = texts.boundedUpdate(assignments.columns());
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setInt(1, Math.toIntExact(lockTimeout.toMillis()));
      int next = bind(statement, 2, assignments.texts());
      next = bind(statement, next, key);
      Values.bind(statement, next, expected.toString());
      return version(statement);
    }
  }

  @Nullable Version delete(Connection connection, Version expected) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(texts.delete())) {
      statement.setInt(1, Math.toIntExact(lockTimeout.toMillis()));
      int next = bind(statement, 2, key);
      Values.bind(statement, next, expected.toString());
      return version(statement);
    }
  }

  @Nullable Version insert(Connection connection, Assignments assignments) throws SQLException {
    String sql = texts.insert(assignments.columns());
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setInt(1, Math.toIntExact(lockTimeout.toMillis()));
      int next = bind(statement, 2, key);
      bind(statement, next, assignments.texts());
      return version(statement);
    }
  }

  /** The current version. */
  Version read(Connection connection) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(texts.read())) {
      bind(statement, 1, key);
      try (ResultSet row = statement.executeQuery()) {
        if (!row.next()) {
          throw new RowMissingException(shape.describe(key));
        }
        return notNull(shape.read(row, 1));
      }
    }
  }

  Optional<VersionedRow> find(Connection connection) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(texts.find())) {
      bind(statement, 1, key);
      try (ResultSet row = statement.executeQuery()) {
        if (!row.next()) {
          return Optional.empty();
        }
        Version version = notNull(shape.read(row, row.findColumn(shape.version().name())));
        return Optional.of(new VersionedRow(version, Reading.columns(row)));
      }
    }
  }

  private Version notNull(@Nullable Version version) throws SQLException {
    if (version == null) {
      throw new SQLException(
          "the version column %s of row %s is null: fill it, and make it not null"
              .formatted(shape.version(), Values.shown(key)),
          "22004");
    }
    return version;
  }

  private @Nullable Version version(PreparedStatement statement) throws SQLException {
    Version written;
    try (ResultSet row = statement.executeQuery()) {
      written = row.next() ? shape.read(row, 1) : null;
    }
    Unconfirmed.refuse(statement);
    return written;
  }

  /** Answers the index after the last one. */
  private static int bind(
      PreparedStatement statement, int first, List<? extends @Nullable String> values)
      throws SQLException {
    int index = first;
    for (String value : values) {
      Values.bind(statement, index++, value);
    }
    return index;
  }
}
