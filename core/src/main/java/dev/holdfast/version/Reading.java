package dev.holdfast.version;

import java.sql.Array;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.postgresql.util.PGobject;

/** A row as Java values that outlive the result, and that {@link Assignments} takes back. */
final class Reading {

  private Reading() {}

  static Map<String, @Nullable Object> columns(ResultSet row) throws SQLException {
    ResultSetMetaData about = row.getMetaData();
    Map<String, @Nullable Object> columns = new LinkedHashMap<>();
    for (int i = 1; i <= about.getColumnCount(); i++) {
      columns.put(about.getColumnLabel(i), value(row, i, about.getColumnTypeName(i)));
    }
    return Collections.unmodifiableMap(columns);
  }

  private static @Nullable Object value(ResultSet row, int column, String type)
      throws SQLException {
    return switch (type) {
      case "timestamptz" -> {
        OffsetDateTime time = row.getObject(column, OffsetDateTime.class);
        yield time == null ? null : time.toInstant();
      }
      case "timestamp" -> row.getObject(column, LocalDateTime.class);
      case "date" -> row.getObject(column, LocalDate.class);
      case "time" -> row.getObject(column, LocalTime.class);
      case "money", "bit" -> row.getString(column); // the driver's number or boolean loses some
      default -> plain(row.getObject(column));
    };
  }

  /** What the driver has no class for (jsonb, enums …) is text. */
  private static @Nullable Object plain(@Nullable Object value) throws SQLException {
    if (value instanceof PGobject object) {
      return object.getValue();
    }
    if (value instanceof Array array) {
      Object elements = array.getArray();
      return elements instanceof Object[] objects
          ? Collections.unmodifiableList(Arrays.asList(objects))
          : elements;
    }
    return value;
  }
}
