package dev.holdfast.row;

import dev.holdfast.Identifier;
import dev.holdfast.InvalidRequestException;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A row as it was read under its lock. Immutable. */
public final class Row {

  private final Map<String, @Nullable Object> values;

  private Row(Map<String, @Nullable Object> values) {
    this.values = values;
  }

  static Row of(ResultSet row) throws SQLException {
    ResultSetMetaData columns = row.getMetaData();
    Map<String, @Nullable Object> values = new LinkedHashMap<>();
    for (int i = 1; i <= columns.getColumnCount(); i++) {
      values.put(columns.getColumnLabel(i), row.getObject(i));
    }
    return new Row(values);
  }

  /** What JDBC makes of this column; null for SQL's null. */
  public @Nullable Object value(String column) {
    if (!values.containsKey(column)) {
      throw new InvalidRequestException(
          "column " + column + " was not read; these were: " + values.keySet());
    }
    return values.get(column);
  }

  /** A column that has a value, of this type. */
  public <T> T get(String column, Class<T> type) {
    Object value = Objects.requireNonNull(value(column), column);
    if (!type.isInstance(value)) {
      throw new InvalidRequestException(
          "column %s is a %s, not a %s"
              .formatted(column, value.getClass().getSimpleName(), type.getSimpleName()));
    }
    return type.cast(value);
  }

  /** A column as text; "null" for SQL's null. */
  public String text(String column) {
    return String.valueOf(value(column));
  }

  String text(Identifier column) {
    return text(column.name());
  }

  @Override
  public String toString() {
    return values.toString();
  }
}
