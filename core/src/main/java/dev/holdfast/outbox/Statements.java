package dev.holdfast.outbox;

import dev.holdfast.RequestFailedException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;

/** Small questions to the database. */
final class Statements {

  @FunctionalInterface
  interface RowReader<T> {
    T read(ResultSet row) throws SQLException;
  }

  private Statements() {}

  /** On a connection of the application's, outside any transaction. */
  static <T> List<T> query(
      DataSource dataSource, String sql, RowReader<T> reader, Object... arguments) {
    try (Connection connection = dataSource.getConnection()) {
      boolean autoCommit = connection.getAutoCommit();
      connection.setAutoCommit(true);
      try {
        return query(connection, sql, reader, arguments);
      } finally {
        if (!connection.isClosed()) { // a broken one must not hide what broke it
          connection.setAutoCommit(autoCommit);
        }
      }
    } catch (SQLException e) {
      throw new RequestFailedException("asking about the outbox failed", e);
    }
  }

  /** In somebody's transaction. */
  static <T> List<T> query(
      Connection connection, String sql, RowReader<T> reader, Object... arguments)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < arguments.length; i++) {
        statement.setObject(i + 1, arguments[i]);
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

  /** In somebody's transaction. */
  static void update(Connection connection, String sql, Object... arguments) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < arguments.length; i++) {
        statement.setObject(i + 1, arguments[i]);
      }
      statement.executeUpdate();
    }
  }
}
