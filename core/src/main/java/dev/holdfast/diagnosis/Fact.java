package dev.holdfast.diagnosis;

import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A row of what the database knows of waiting; the kinds are those of holdfast.wait_facts. */
record Fact(
    String kind, String id, String target, Map<String, String> facts, @Nullable Instant at) {

  static Fact read(ResultSet row) throws SQLException {
    Timestamp at = row.getTimestamp(5);
    return new Fact(
        row.getString(1),
        Objects.requireNonNullElse(row.getString(2), ""),
        Objects.requireNonNullElse(row.getString(3), ""),
        facts(row.getArray(4)),
        at == null ? null : at.toInstant());
  }

  boolean is(String expected) {
    return kind.equals(expected);
  }

  String get(String key) {
    return facts.getOrDefault(key, "");
  }

  /** Keys and values in turn; what is null is not known. */
  private static Map<String, String> facts(@Nullable Array array) throws SQLException {
    Map<String, String> facts = new HashMap<>();
    if (array != null) {
      @Nullable String[] pairs = (String[]) array.getArray();
      for (int i = 0; i + 1 < pairs.length; i += 2) {
        String key = pairs[i];
        String value = pairs[i + 1];
        if (key != null && value != null) {
          facts.put(key, value);
        }
      }
    }
    return facts;
  }
}
