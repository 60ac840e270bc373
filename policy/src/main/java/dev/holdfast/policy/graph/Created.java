package dev.holdfast.policy.graph;

import dev.holdfast.policy.TableName;
import dev.holdfast.policy.sql.RowKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Rows that a transaction made itself: nobody else sees them, so nobody locks them. */
final class Created {

  private record Row(TableName table, @Nullable RowKey key) {}

  private final List<Row> rows = new ArrayList<>();

  /** No keys: PostgreSQL made them up. */
  void add(TableName table, List<RowKey> keys) {
    if (keys.isEmpty()) {
      rows.add(new Row(table, null));
    }
    keys.forEach(key -> rows.add(new Row(table, key)));
  }

  /**
   * Whether a lock by key is on such a row. Where the key of a new row was made up by PostgreSQL, a
   * lock on one row of that table is taken for one on the new row.
   */
  boolean has(LockUse use) {
    if (!use.isOnRow() || use.key() == null) {
      return false;
    }
    return rows.stream()
        .filter(row -> row.table.equals(use.table()))
        .anyMatch(row -> row.key == null || Objects.equals(row.key, use.key()));
  }

  int size() {
    return rows.size();
  }

  void truncate(int size) {
    rows.subList(size, rows.size()).clear();
  }
}
