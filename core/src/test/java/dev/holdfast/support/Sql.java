package dev.holdfast.support;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Plain SQL for tests: as somebody with psql would do it. */
public final class Sql {

  private final DataSource dataSource;

  public Sql(DataSource dataSource) {
    this.dataSource = dataSource;
  }

  /** Runs one statement, or several without parameters. */
  public void run(String sql, @Nullable Object... arguments) {
    try (Connection connection = dataSource.getConnection()) {
      run(connection, sql, arguments);
    } catch (SQLException e) {
      throw new AssertionError(sql + ": " + e.getMessage(), e);
    }
  }

  /** Runs one statement in the caller's transaction. */
  public static void run(Connection connection, String sql, @Nullable Object... arguments)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      bind(statement, arguments);
      statement.execute();
    }
  }

  /** The first column of each row, as text. */
  public List<@Nullable String> column(String sql, @Nullable Object... arguments) {
    try (Connection connection = dataSource.getConnection()) {
      return column(connection, sql, arguments);
    } catch (SQLException e) {
      throw new AssertionError(sql + ": " + e.getMessage(), e);
    }
  }

  /** The first column of each row, as text, in the caller's transaction. */
  public static List<@Nullable String> column(
      Connection connection, String sql, @Nullable Object... arguments) throws SQLException {
    List<@Nullable String> values = new ArrayList<>();
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      bind(statement, arguments);
      try (ResultSet row = statement.executeQuery()) {
        while (row.next()) {
          values.add(row.getString(1));
        }
      }
    }
    return values;
  }

  /** The first column of the only row, as text; empty for SQL's null. */
  public String text(String sql, @Nullable Object... arguments) {
    List<@Nullable String> values = column(sql, arguments);
    if (values.size() != 1) {
      throw new AssertionError(values.size() + " rows, not one: " + sql);
    }
    String value = values.get(0);
    return value == null ? "" : value;
  }

  /** The first column of the only row, as a number. */
  public long number(String sql, @Nullable Object... arguments) {
    return Long.parseLong(text(sql, arguments));
  }

  private static void bind(PreparedStatement statement, @Nullable Object... arguments)
      throws SQLException {
    for (int i = 0; i < arguments.length; i++) {
      statement.setObject(i + 1, arguments[i]);
    }
  }
}
