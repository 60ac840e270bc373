package dev.holdfast.server.watch;

import dev.holdfast.RequestFailedException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Runs statements of {@link WatchSql}, each on a connection of its own. */
final class Reads {
  private static final int SECONDS = 10;

  private final DataSource dataSource;

  Reads(DataSource dataSource) {
    this.dataSource = dataSource;
  }

  /** An array of the database's. */
  record Column(String type, List<? extends @Nullable Object> values) {

    static Column ofTexts(List<String> texts) {
      return new Column("text", texts);
    }
  }

  interface Row<T> {
    T read(ResultSet row) throws SQLException;
  }

  <T> List<T> all(String what, String sql, Row<T> reader, @Nullable Object... arguments) {
    try (Connection connection = dataSource.getConnection()) {
      boolean autoCommit = connection.getAutoCommit();
      connection.setAutoCommit(true);
      try {
        return all(connection, sql, reader, arguments);
      } finally {
        if (!connection.isClosed()) { // a broken one must not hide what broke it
          connection.setAutoCommit(autoCommit);
        }
      }
    } catch (SQLException e) {
      throw new RequestFailedException(what + " failed", e);
    }
  }

  /** In the caller's transaction. */
  static <T> List<T> all(
      Connection connection, String sql, Row<T> reader, @Nullable Object... arguments)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setQueryTimeout(SECONDS);
      for (int i = 0; i < arguments.length; i++) {
        statement.setObject(i + 1, bound(connection, arguments[i]));
      }
      List<T> rows = new ArrayList<>();
      try (ResultSet row = statement.executeQuery()) {
        while (row.next()) {
          rows.add(reader.read(row));
        }
      }
      return rows;
    }
  }

  private static @Nullable Object bound(Connection connection, @Nullable Object argument)
      throws SQLException {
    if (argument instanceof Instant instant) {
      return instant.atOffset(ZoneOffset.UTC);
    }
    if (argument instanceof Column column) {
      return connection.createArrayOf(column.type(), column.values().toArray());
    }
    return argument;
  }

  static Instant instant(ResultSet row, int column) throws SQLException {
    return row.getObject(column, OffsetDateTime.class).toInstant();
  }

  static @Nullable Instant instantOrNull(ResultSet row, int column) throws SQLException {
    Timestamp time = row.getTimestamp(column);
    return time == null ? null : instant(row, column);
  }

  static @Nullable Long longOrNull(ResultSet row, int column) throws SQLException {
    long value = row.getLong(column);
    return row.wasNull() ? null : value;
  }

  /** Keys and values in turn. */
  static Map<String, String> pairs(ResultSet row, int column) throws SQLException {
    String[] pairs = (String[]) row.getArray(column).getArray();
    Map<String, String> map = new LinkedHashMap<>();
    for (int i = 0; i + 1 < pairs.length; i += 2) {
      map.put(pairs[i], String.valueOf(pairs[i + 1]));
    }
    return map;
  }
}
