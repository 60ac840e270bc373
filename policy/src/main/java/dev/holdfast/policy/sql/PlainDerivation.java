package dev.holdfast.policy.sql;

import dev.holdfast.policy.TableName;
import dev.holdfast.policy.sql.Action.Conflict;
import dev.holdfast.policy.sql.Action.Pick;
import java.util.ArrayList;
import java.util.List;

/** Without a catalog: the locks that the text itself shows. */
final class PlainDerivation implements Derivation {

  @Override
  public StatementLocks locks(Reading reading) {
    List<Lock> locks = new ArrayList<>();
    List<String> doubts = new ArrayList<>(reading.doubts());
    List<TableName> inserts = new ArrayList<>();
    for (Action action : reading.actions()) {
      if (action instanceof Action.Insert insert) {
        inserts.add(insert.table());
      }
      if (action instanceof Action.Call call && call.procedure()) {
        doubts.add("without a catalog: what CALL " + call.function() + " locks");
      } else if (action instanceof Action.LockTableOf index) {
        doubts.add(index.reason() + ' ' + index.index() + ": without a catalog, on which table");
      } else {
        locks.addAll(of(action));
      }
    }
    return new StatementLocks(reading.kind(), locks, doubts, inserts);
  }

  /** The locks of one action. */
  static List<Lock> of(Action action) {
    return action instanceof Action.Insert insert ? insert(insert) : simple(action);
  }

  private static List<Lock> insert(Action.Insert insert) {
    TableName table = insert.table();
    List<Lock> locks = new ArrayList<>();
    Lock unique =
        new Lock(
            table,
            LockMode.UNIQUE_VALUE,
            Origin.UNIQUE_WAIT,
            "INSERT waits if another transaction writes the same key");
    locks.add(unique.withRows(insert.several() ? Rows.SEVERAL : Rows.ONE));
    if (updates(insert.conflict())) {
      locks.add(
          new Lock(
              table,
              LockMode.NO_KEY_UPDATE,
              Origin.DML,
              "ON CONFLICT DO UPDATE (FOR UPDATE if it writes a key: only a catalog knows)"));
    }
    return locks;
  }

  static boolean updates(Conflict conflict) {
    return conflict.handled() && !conflict.update().isEmpty();
  }

  private static List<Lock> simple(Action action) {
    if (action instanceof Action.LockRows rows) {
      return List.of(explicit(rows, rows.target().table()).withRows(rows(rows.pick())));
    } else if (action instanceof Action.Update update) {
      return List.of(
          new Lock(
                  update.target().table(),
                  LockMode.NO_KEY_UPDATE,
                  Origin.DML,
                  "UPDATE (FOR UPDATE if it changes a key: only a catalog knows)")
              .withRows(rows(update.pick())));
    } else if (action instanceof Action.Delete delete) {
      return List.of(
          new Lock(delete.target().table(), LockMode.UPDATE, Origin.DML, "DELETE")
              .withRows(rows(delete.pick())));
    } else if (action instanceof Action.LockTable table) {
      return List.of(table(table, table.target().table()));
    }
    return List.of();
  }

  static Lock explicit(Action.LockRows rows, TableName table) {
    return new Lock(table, rows.mode(), Origin.EXPLICIT, "SELECT … " + rows.mode().sql())
        .withWaiting(rows.waiting());
  }

  static Lock table(Action.LockTable lock, TableName table) {
    return new Lock(table, lock.mode(), Origin.TABLE_LOCK, lock.reason())
        .withWaiting(lock.waiting());
  }

  /** Which columns are a key is not known here. */
  private static Rows rows(Pick pick) {
    if (pick.one()) {
      return Rows.ONE;
    }
    return pick.ordered() ? Rows.ORDERED : pick.equal().isEmpty() ? Rows.SEVERAL : Rows.UNKNOWN;
  }
}
