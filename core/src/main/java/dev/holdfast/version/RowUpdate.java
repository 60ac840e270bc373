package dev.holdfast.version;

import dev.holdfast.Version;
import java.time.Instant;

/**
 * One row of a batch.
 *
 * @param key the row's key; a List where the key has several columns
 * @param expected the version that this update goes on from
 * @param assignments what to write; the same columns in each row of a batch
 */
public record RowUpdate(Object key, Version expected, Assignments assignments) {

  public static RowUpdate of(Object key, long expected, Assignments assignments) {
    return new RowUpdate(key, Version.of(expected), assignments);
  }

  public static RowUpdate of(Object key, Instant expected, Assignments assignments) {
    return new RowUpdate(key, Version.of(expected), assignments);
  }
}
