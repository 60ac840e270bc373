package dev.holdfast.version;

import dev.holdfast.InvalidRequestException;
import dev.holdfast.Version;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The rows of a batch as columns of text, checked. */
record Batch(List<RowUpdate> rows, List<List<String>> keys, List<String> columns) {

  private static final int MOST_ROWS = 10_000;

  static Batch of(TableShape shape, List<RowUpdate> rows) {
    if (rows.isEmpty() || rows.size() > MOST_ROWS) {
      throw new InvalidRequestException(
          "a batch has 1 to %,d rows, not %,d: split it".formatted(MOST_ROWS, rows.size()));
    }
    List<String> columns = rows.get(0).assignments().columns();
    List<List<String>> keys = new ArrayList<>();
    Set<List<String>> seen = new HashSet<>();
    for (RowUpdate row : rows) {
      List<String> key = Values.key(shape, row.key());
      shape.refuseOtherKind(row.expected());
      refuseOther(columns, key, row.assignments().columns());
      if (!seen.add(key)) {
        throw new InvalidRequestException("a batch has each row once; twice: " + Values.shown(key));
      }
      keys.add(key);
    }
    return new Batch(List.copyOf(rows), keys, columns);
  }

  private static void refuseOther(List<String> first, List<String> key, List<String> columns) {
    if (!columns.equals(first)) {
      throw new InvalidRequestException(
          "the rows of a batch assign the same columns: the first %s, row %s %s"
              .formatted(first, Values.shown(key), columns));
    }
  }

  /** An array a column, in the order of {@link BatchStatements}. */
  List<@Nullable String[]> arrays(int keyColumns) {
    int width = keyColumns + 1 + columns.size();
    List<@Nullable String[]> arrays = new ArrayList<>();
    for (int i = 0; i < width; i++) {
      arrays.add(new @Nullable String[rows.size()]);
    }
    for (int no = 0; no < rows.size(); no++) {
      List<@Nullable String> values = new ArrayList<>(keys.get(no));
      values.add(rows.get(no).expected().toString());
      values.addAll(rows.get(no).assignments().texts());
      for (int i = 0; i < width; i++) {
        arrays.get(i)[no] = values.get(i);
      }
    }
    return arrays;
  }

  /** What became of the row with that number, counted from 0. */
  RowResult result(int no, boolean found, @Nullable Version actual, @Nullable Version written) {
    RowUpdate row = rows.get(no);
    if (written != null) {
      return new RowResult.Updated(row.key(), written);
    }
    return found && actual != null
        ? new RowResult.Stale(row.key(), row.expected(), actual)
        : new RowResult.Missing(row.key());
  }
}
