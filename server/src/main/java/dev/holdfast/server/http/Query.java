package dev.holdfast.server.http;

import dev.holdfast.RequestFailedException;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** One statement in a transaction of its own. */
final class Query {
  /** Makes something of a row. */
  @FunctionalInterface
  interface RowReader<T> {
    T read(ResultSet row) throws SQLException;
  }

  private Query() {}

  /** {@code what} goes into the error: "reading the access tokens". */
  static <T> List<T> run(
      DataSource source,
      String what,
      String sql,
      RowReader<T> reader,
      @Nullable Object... arguments) {
    try (Connection connection = source.getConnection();
        PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < arguments.length; i++) {
        Object argument = arguments[i];
        statement.setObject(
            i + 1,
            argument instanceof Object[] array
                ? connection.createArrayOf("text", array)
                : argument);
      }
      List<T> rows = new ArrayList<>();
      try (ResultSet row = statement.executeQuery()) {
        while (row.next()) {
          rows.add(reader.read(row));
        }
      }
      return rows;
    } catch (SQLException e) {
      throw new RequestFailedException(what + " failed", e);
    }
  }

  /** Keys and values in turn, as an object. */
  static Map<String, String> pairs(Array array) throws SQLException {
    String[] pairs = (String[]) array.getArray();
    Map<String, String> members = new TreeMap<>();
    for (int i = 0; i + 1 < pairs.length; i += 2) {
      members.put(pairs[i], String.valueOf(pairs[i + 1]));
    }
    return members;
  }
}
