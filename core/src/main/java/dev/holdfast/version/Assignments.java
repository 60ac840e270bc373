package dev.holdfast.version;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Columns and their new values. Immutable.
 *
 * <p>A value is sent as text and read by PostgreSQL as the type of the column, so any column type
 * will do. Known are strings, numbers, booleans, characters, enum constants, UUIDs, dates and times
 * ({@code java.time}, {@code java.sql}), {@code byte[]}, {@code PGobject}, and arrays and
 * collections of these; for anything else, and for jsonb, give the text.
 */
public final class Assignments {

  private static final Assignments NONE = new Assignments(new TreeMap<>());

  /** In the order of the names, so that the same columns make the same statement. */
  private final SortedMap<String, @Nullable String> values;

  private final List<String> columns;

  private Assignments(SortedMap<String, @Nullable String> values) {
    this.values = values;
    this.columns = List.copyOf(values.keySet());
  }

  /** Nothing to assign. An update with it only raises the version. */
  public static Assignments none() {
    return NONE;
  }

  public static Assignments set(String column, @Nullable Object value) {
    return NONE.and(column, value);
  }

  public static Assignments of(Map<String, ? extends @Nullable Object> values) {
    TreeMap<String, @Nullable String> texts = new TreeMap<>();
    values.forEach((column, value) -> texts.put(column, Values.text(column, value)));
    return new Assignments(texts);
  }

  /** One more; the last value of a column counts. */
  public Assignments and(String column, @Nullable Object value) {
    TreeMap<String, @Nullable String> more = new TreeMap<>(values);
    more.put(column, Values.text(column, value));
    return new Assignments(more);
  }

  public boolean isEmpty() {
    return columns.isEmpty();
  }

  /** The columns, in the order of their names. */
  public List<String> columns() {
    return columns;
  }

  /** The values' texts, in the order of the columns. */
  List<@Nullable String> texts() {
    return new ArrayList<>(values.values());
  }

  @Override
  public String toString() {
    return "Assignments" + columns; // values may be secrets
  }
}
