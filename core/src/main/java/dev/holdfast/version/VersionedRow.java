package dev.holdfast.version;

import dev.holdfast.InvalidRequestException;
import dev.holdfast.Version;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A row as it was read, with its version.
 *
 * @param version what to hand to the write that goes on from here
 * @param columns each column's value by its name: numbers, booleans, UUIDs and texts as the driver
 *     gives them, {@code timestamptz} as an Instant, {@code date} and its like as {@code
 *     java.time}, arrays as lists, everything else (jsonb, enums) as its text
 */
public record VersionedRow(Version version, Map<String, @Nullable Object> columns) {

  /** The value; null for SQL's null. */
  public @Nullable Object get(String column) {
    if (!columns.containsKey(column)) {
      throw new InvalidRequestException(
          "the row has no column " + column + "; it has " + columns.keySet());
    }
    return columns.get(column);
  }

  /** The value of a column that is not null, as text. */
  public String text(String column) {
    return notNull(column).toString();
  }

  /** The value of a column with whole numbers that is not null. */
  public long number(String column) {
    if (notNull(column) instanceof Number number) {
      return number.longValue();
    }
    throw new InvalidRequestException("the column " + column + " has no numbers");
  }

  private Object notNull(String column) {
    Object value = get(column);
    if (value == null) {
      throw new InvalidRequestException("the column " + column + " is null");
    }
    return value;
  }

  @Override
  public String toString() {
    return "version " + version + " " + columns.keySet(); // values may be secrets
  }
}
