package dev.holdfast.policy.sql;

import dev.holdfast.policy.TableName;
import dev.holdfast.policy.sql.Lock.Waiting;
import java.util.List;
import java.util.Set;

/** What a statement's text says that it does, before any catalog says what follows from it. */
sealed interface Action {

  /** Reads a table or a view without a lock on its rows. */
  record Read(TableName table) implements Action {}

  /** A locking clause. */
  record LockRows(Target target, LockMode mode, Waiting waiting, Pick pick) implements Action {}

  /**
   * INSERT, COPY FROM, the insert of a MERGE.
   *
   * @param columns those that are named; empty: all, in the table's order
   * @param values of each column, in the same order; shorter where they are unknown
   * @param several more than one row
   */
  record Insert(
      TableName table, List<String> columns, List<Value> values, boolean several, Conflict conflict)
      implements Action {}

  record Update(Target target, List<Assignment> set, Pick pick) implements Action {}

  record Delete(Target target, Pick pick) implements Action {}

  /** A call; {@code procedure}: by CALL. */
  record Call(TableName function, boolean procedure) implements Action {}

  /** A lock on a whole table. {@code cascade}: and on those that refer to it. */
  record LockTable(Target target, LockMode mode, Waiting waiting, boolean cascade, String reason)
      implements Action {}

  /** An index is dropped, rebuilt or changed: a lock on its table, which only a catalog knows. */
  record LockTableOf(TableName index, LockMode mode, String reason) implements Action {}

  /** A table; {@code only}: without those that inherit from it. */
  record Target(TableName table, boolean only) {}

  record Assignment(String column, Value value) {}

  /** What is known of a value without running anything. */
  enum Value {
    NULL,
    DEFAULT,
    /** The column itself: {@code set a = a}. */
    SAME,
    OTHER
  }

  /** ON CONFLICT: nothing said, DO NOTHING, or DO UPDATE with its assignments. */
  record Conflict(boolean handled, List<Assignment> update) {
    static final Conflict NONE = new Conflict(false, List.of());
    static final Conflict NOTHING = new Conflict(true, List.of());
  }

  /**
   * How rows are picked.
   *
   * @param equal columns that must equal one given value
   * @param one LIMIT 1
   * @param ordered ORDER BY
   */
  record Pick(Set<String> equal, boolean one, boolean ordered) {
    static final Pick SEVERAL = new Pick(Set.of(), false, false);
  }
}
