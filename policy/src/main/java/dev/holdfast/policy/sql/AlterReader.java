package dev.holdfast.policy.sql;

import dev.holdfast.policy.sql.Action.Target;
import dev.holdfast.policy.sql.StatementLocks.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads ALTER TABLE: of its actions the one with the strongest lock counts. */
final class AlterReader implements StatementReader {

  @Override
  public Optional<Reading> read(List<Token> statement) {
    Cursor cursor = new Cursor(statement);
    if (!cursor.accept("alter")) {
      return Optional.empty();
    }
    boolean table =
        cursor.accept("table")
            || cursor.accept("foreign", "table")
            || cursor.accept("materialized", "view")
            || cursor.accept("view");
    if (!table) {
      return Optional.of(other(cursor));
    }
    if (cursor.sees("all", "in", "tablespace")) {
      return Optional.of(Reading.doubt("ALTER … ALL IN TABLESPACE names no table"));
    }
    return Optional.of(table(cursor));
  }

  /** A policy and a trigger belong to a table; an index is locked itself, its table is not. */
  private static Reading other(Cursor cursor) {
    if (cursor.accept("policy") || cursor.accept("trigger") || cursor.accept("rule")) {
      List<Action> actions = new ArrayList<>();
      if (cursor.skipTo("on")) {
        cursor.next();
        DefinitionReader.add(actions, cursor, LockMode.TABLE_ACCESS_EXCLUSIVE, "ALTER");
      }
      return actions.isEmpty() ? Reading.doubt("not understood: ALTER") : Reading.of(actions);
    }
    return Reading.of(Kind.STATEMENT);
  }

  private static Reading table(Cursor cursor) {
    cursor.accept("if", "exists");
    boolean only = cursor.accept("only");
    var name = cursor.table();
    if (name.isEmpty()) {
      return Reading.doubt("not understood: ALTER TABLE");
    }
    cursor.acceptSign("*");
    LockMode strongest = LockMode.TABLE_SHARE_UPDATE_EXCLUSIVE;
    List<Action> others = new ArrayList<>();
    for (List<Token> action : actions(cursor)) {
      LockMode mode = mode(new Cursor(action));
      strongest = mode.compareTo(strongest) > 0 ? mode : strongest;
      others(new Cursor(action), others);
    }
    List<Action> all = new ArrayList<>();
    all.add(TableReader.table(new Target(name.get(), only), strongest, reason(others)));
    all.addAll(others);
    return Reading.of(all);
  }

  /** ATTACH and DETACH lock more than they name, so the reason says which it is. */
  private static String reason(List<Action> others) {
    return others.stream()
        .map(a -> a instanceof Action.LockTable lock ? lock.reason() : "")
        .filter(r -> r.equals(TableLocks.ATTACH) || r.equals(TableLocks.DETACH))
        .findFirst()
        .orElse("ALTER TABLE");
  }

  private static List<List<Token>> actions(Cursor cursor) {
    List<List<Token>> actions = new ArrayList<>();
    List<Token> action = new ArrayList<>();
    int depth = 0;
    while (!cursor.atEnd()) {
      Token token = cursor.next();
      depth += token.isSign("(") ? 1 : token.isSign(")") ? -1 : 0;
      if (depth == 0 && token.isSign(",")) {
        actions.add(action);
        action = new ArrayList<>();
      } else {
        action.add(token);
      }
    }
    actions.add(action);
    return actions;
  }

  private static LockMode mode(Cursor action) {
    if (action.sees("add") && action.has("foreign") && !action.sees("add", "column")) {
      return LockMode.TABLE_SHARE_ROW_EXCLUSIVE;
    }
    boolean switchesTrigger =
        (action.sees("enable") || action.sees("disable")) && action.has("trigger");
    if (switchesTrigger) {
      return LockMode.TABLE_SHARE_ROW_EXCLUSIVE;
    }
    return gentle(action) ? LockMode.TABLE_SHARE_UPDATE_EXCLUSIVE : LockMode.TABLE_ACCESS_EXCLUSIVE;
  }

  private static boolean gentle(Cursor action) {
    boolean parameters = (action.sees("set") || action.sees("reset")) && action.peek(1).isSign("(");
    return parameters
        || action.sees("validate", "constraint")
        || action.sees("cluster", "on")
        || action.sees("set", "without", "cluster")
        || action.sees("attach", "partition")
        || (action.sees("detach", "partition") && action.has("concurrently"))
        || gentleColumn(action);
  }

  private static boolean gentleColumn(Cursor action) {
    if (!action.sees("alter")) {
      return false;
    }
    int name = action.peek(1).is("column") ? 2 : 1;
    boolean set = action.peek(name + 1).is("set") || action.peek(name + 1).is("reset");
    return set && (action.peek(name + 2).is("statistics") || action.peek(name + 2).isSign("("));
  }

  /** Tables that an action names besides its own. */
  private static void others(Cursor action, List<Action> actions) {
    while (!action.atEnd()) {
      if (action.accept("references")) {
        DefinitionReader.add(
            actions, action, LockMode.TABLE_SHARE_ROW_EXCLUSIVE, "FOREIGN KEY added");
      } else if (action.accept("attach", "partition")) {
        DefinitionReader.add(actions, action, LockMode.TABLE_ACCESS_EXCLUSIVE, TableLocks.ATTACH);
      } else if (action.accept("detach", "partition")) {
        DefinitionReader.add(actions, action, LockMode.TABLE_ACCESS_EXCLUSIVE, TableLocks.DETACH);
      } else if (action.accept("inherit")) {
        DefinitionReader.add(actions, action, LockMode.TABLE_SHARE_UPDATE_EXCLUSIVE, "INHERIT");
      } else {
        action.next();
      }
    }
  }
}
