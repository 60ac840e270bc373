package dev.holdfast.row;

import dev.holdfast.Identifier;
import dev.holdfast.InvalidRequestException;
import java.math.BigDecimal;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The keys that were asked for, each once, and how to know them again. */
final class Keys {

  private static final int MOST = 1_000;

  private final RowLock lock;
  private final Map<List<String>, Object> given;

  private Keys(RowLock lock, Map<List<String>, Object> given) {
    this.lock = lock;
    this.given = given;
  }

  static Keys of(RowLock lock, Collection<?> keys) {
    if (keys.isEmpty() || keys.size() > MOST) {
      throw new InvalidRequestException(
          "1 to " + MOST + " rows are locked together, not " + keys.size());
    }
    Map<List<String>, Object> given = new LinkedHashMap<>();
    for (Object key : keys) {
      List<String> texts = new ArrayList<>();
      for (Object value : values(lock, key)) {
        texts.add(text(value));
      }
      given.put(texts, key);
    }
    return new Keys(lock, given);
  }

  /**
   * How many places the statement has: the next power of two, the last key repeated. So there are
   * few texts, and the driver's and the server's caches of them stay useful.
   */
  int places() {
    int highest = Integer.highestOneBit(given.size());
    return highest == given.size() ? highest : highest * 2;
  }

  void bind(PreparedStatement statement, int from) throws SQLException {
    List<Object> keys = new ArrayList<>(given.values());
    int at = from;
    for (int place = 0; place < places(); place++) {
      for (Object value : values(lock, keys.get(Math.min(place, keys.size() - 1)))) {
        bind(statement, at++, value);
      }
    }
  }

  /** Text goes without a type: the column's own counts then (uuid, enum, citext …). */
  static void bind(PreparedStatement statement, int at, Object value) throws SQLException {
    if (value instanceof String || value instanceof Enum) {
      statement.setObject(at, value.toString(), Types.OTHER);
    } else {
      statement.setObject(at, value);
    }
  }

  /** The key of the row that it stands on. */
  List<String> found(ResultSet row) throws SQLException {
    List<String> found = new ArrayList<>();
    for (Identifier column : lock.key()) {
      found.add(text(row.getObject(column.name())));
    }
    return found;
  }

  /** Those that are not among them, as they were given. */
  List<Object> without(Set<List<String>> some) {
    if (some.containsAll(given.keySet())) {
      return List.of();
    }
    return given.entrySet().stream()
        .filter(key -> !some.contains(key.getKey()))
        .map(Map.Entry::getValue)
        .toList();
  }

  private static List<?> values(RowLock lock, Object key) {
    List<?> values = key instanceof List<?> several ? several : List.of(key);
    if (values.size() != lock.key().size()) {
      throw new InvalidRequestException(
          "a key of %s has %d values, not %d: %s"
              .formatted(lock.table().name(), lock.key().size(), values.size(), key));
    }
    return values;
  }

  /** 1 as an int and as a long are one key. */
  private static String text(@Nullable Object value) {
    if (value instanceof Long || value instanceof Integer) {
      return value.toString();
    }
    return value instanceof Number number
        ? new BigDecimal(number.toString()).stripTrailingZeros().toPlainString()
        : String.valueOf(value);
  }
}
