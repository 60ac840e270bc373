package dev.holdfast.version;

import dev.holdfast.Identifier;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The types of a table's columns, read from the catalog when they are first needed and again when a
 * column is not among them. A batch needs them, for its values travel as arrays of text; a table
 * versioned by time needs one look, lest its times are kept too coarsely.
 */
final class Columns {

  private static final String NO_COLUMN = "42703";
  private static final String WRONG_TYPE = "42804";

  private final TableShape shape;
  private volatile Map<String, String> types = Map.of();

  Columns(TableShape shape) {
    this.shape = shape;
  }

  /** The type of a column, as it goes into a cast. */
  String type(Connection connection, Identifier column) throws SQLException {
    String known = types.get(column.name());
    if (known == null) {
      load(connection);
      known = types.get(column.name());
    }
    if (known == null) {
      throw new SQLException(
          "the table %s has no column %s".formatted(shape.table(), column), NO_COLUMN);
    }
    return known;
  }

  /** Two versions must not become one by rounding, nor by a change of the time zone. */
  void checkTimes(Connection connection) throws SQLException {
    if (shape.byTime()) {
      type(connection, shape.version());
    }
  }

  private void load(Connection connection) throws SQLException {
    Map<String, String> found = new HashMap<>();
    try (PreparedStatement statement = connection.prepareStatement(VersionSql.COLUMNS)) {
      statement.setString(1, shape.table().sql());
      try (ResultSet row = statement.executeQuery()) {
        while (row.next()) {
          if (shape.byTime() && row.getString(1).equals(shape.version().name())) {
            refuseCoarse(row.getString(3));
          }
          found.put(row.getString(1), row.getString(2));
        }
      }
    }
    types = Map.copyOf(found);
  }

  private void refuseCoarse(String type) throws SQLException {
    if (!List.of("timestamp with time zone", "timestamp(6) with time zone").contains(type)) {
      throw new SQLException(
          "%s of %s is a %s: a version by time needs timestamp with time zone, to the microsecond"
              .formatted(shape.version(), shape.table(), type),
          WRONG_TYPE);
    }
  }
}
