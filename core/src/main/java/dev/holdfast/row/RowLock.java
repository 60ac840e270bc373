package dev.holdfast.row;

import dev.holdfast.Identifier;
import dev.holdfast.InvalidRequestException;
import java.util.List;
import java.util.stream.Stream;

/**
 * Which table's rows are locked, how, and what is read of them. Defaults: all columns, {@link
 * LockMode#NO_KEY_UPDATE}, {@link Waiting#WAIT}. Make one a table and keep it.
 *
 * @param table the table
 * @param key the columns of its key, in the order in which rows are locked
 * @param columns what is read besides the key; empty: everything
 * @param mode what the lock keeps others from
 * @param waiting what to do about rows that others have locked
 */
public record RowLock(
    Identifier table,
    List<Identifier> key,
    List<Identifier> columns,
    LockMode mode,
    Waiting waiting) {

  private static final int MOST_KEY_COLUMNS = 8;

  public RowLock {
    key = List.copyOf(key);
    columns = List.copyOf(columns);
    if (key.isEmpty() || key.size() > MOST_KEY_COLUMNS) {
      throw new InvalidRequestException(
          "a key has 1 to " + MOST_KEY_COLUMNS + " columns, not " + key.size());
    }
  }

  /** Rows of this table, found by these columns: {@code RowLock.of("orders", "id")}. */
  public static RowLock of(String table, String... key) {
    return new RowLock(
        Identifier.table(table),
        Stream.of(key).map(Identifier::column).toList(),
        List.of(),
        LockMode.NO_KEY_UPDATE,
        Waiting.WAIT);
  }

  /** Reads only these columns, and the key. */
  public RowLock withColumns(String... names) {
    List<Identifier> some = Stream.of(names).map(Identifier::column).toList();
    return new RowLock(table, key, some, mode, waiting);
  }

  public RowLock withMode(LockMode newMode) {
    return new RowLock(table, key, columns, newMode, waiting);
  }

  public RowLock withWaiting(Waiting newWaiting) {
    return new RowLock(table, key, columns, mode, newWaiting);
  }

  /** For people: a row of it. */
  String row(Object rowKey) {
    return table.name() + " " + rowKey;
  }
}
