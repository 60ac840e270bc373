package dev.holdfast.examples.evalium.db;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Statements on the connection of a transaction. Values are bound, never put into the text. */
public record Sql(Connection connection) {

  /** What becomes of a row. */
  @FunctionalInterface
  public interface Row<T> {
    T read(ResultSet row) throws SQLException;
  }

  public <T> List<T> list(Row<T> row, String sql, Object... values) throws SQLException {
    List<T> found = new ArrayList<>();
    try (PreparedStatement statement = prepared(sql, values);
        ResultSet rows = statement.executeQuery()) {
      while (rows.next()) {
        found.add(row.read(rows));
      }
    }
    return found;
  }

  /** The numbers in the first column. */
  public List<Long> numbers(String sql, Object... values) throws SQLException {
    return list(row -> row.getLong(1), sql, values);
  }

  /** The number that one row has. */
  public long number(String sql, Object... values) throws SQLException {
    List<Long> found = numbers(sql, values);
    if (found.size() != 1) {
      throw new SQLException(found.size() + " rows instead of one: " + sql);
    }
    return found.get(0);
  }

  public int update(String sql, Object... values) throws SQLException {
    try (PreparedStatement statement = prepared(sql, values)) {
      return statement.executeUpdate();
    }
  }

  /** For {@code = any (?)}. */
  public Object array(List<Long> ids) throws SQLException {
    return connection.createArrayOf("bigint", ids.toArray());
  }

  private PreparedStatement prepared(String sql, Object... values) throws SQLException {
    // holdfast:allow unfolded the texts stand where this is called, and are judged there
    PreparedStatement statement = connection.prepareStatement(sql);
    for (int i = 0; i < values.length; i++) {
      statement.setObject(i + 1, values[i]);
    }
    return statement;
  }
}
