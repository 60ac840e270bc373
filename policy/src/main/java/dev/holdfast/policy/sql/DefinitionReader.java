package dev.holdfast.policy.sql;

import dev.holdfast.policy.sql.Action.Target;
import dev.holdfast.policy.sql.StatementLocks.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads CREATE and DROP. ALTER is {@link AlterReader}'s. */
final class DefinitionReader implements StatementReader {

  private static final Set<String> MODIFIERS =
      Set.of(
          "or",
          "replace",
          "unique",
          "temp",
          "temporary",
          "local",
          "global",
          "unlogged",
          "constraint",
          "recursive");

  private final StatementReader queries;

  DefinitionReader(StatementReader queries) {
    this.queries = queries;
  }

  @Override
  public Optional<Reading> read(List<Token> statement) {
    Cursor cursor = new Cursor(statement);
    if (cursor.accept("create")) {
      while (MODIFIERS.contains(cursor.peek().text())) {
        cursor.next();
      }
      return Optional.of(create(cursor));
    }
    return cursor.accept("drop") ? Optional.of(drop(cursor)) : Optional.empty();
  }

  private Reading create(Cursor cursor) {
    if (cursor.accept("index")) {
      return index(cursor);
    } else if (cursor.accept("table")) {
      return table(cursor);
    } else if (cursor.accept("materialized", "view")) {
      return query(cursor, List.of());
    } else if (cursor.accept("trigger")) {
      return after(cursor, "on", LockMode.TABLE_SHARE_ROW_EXCLUSIVE, "CREATE TRIGGER");
    } else if (cursor.accept("policy")) {
      return after(cursor, "on", LockMode.TABLE_ACCESS_EXCLUSIVE, "CREATE POLICY");
    } else if (cursor.accept("rule")) {
      return after(cursor, "to", LockMode.TABLE_ACCESS_EXCLUSIVE, "CREATE RULE");
    } else if (cursor.accept("statistics")) {
      return after(cursor, "from", LockMode.TABLE_SHARE_UPDATE_EXCLUSIVE, "CREATE STATISTICS");
    }
    return Reading.of(Kind.STATEMENT);
  }

  private static Reading index(Cursor cursor) {
    boolean concurrently = cursor.has("concurrently");
    LockMode mode = concurrently ? LockMode.TABLE_SHARE_UPDATE_EXCLUSIVE : LockMode.TABLE_SHARE;
    return after(cursor, "on", mode, "CREATE INDEX" + (concurrently ? " CONCURRENTLY" : ""));
  }

  private static Reading after(Cursor cursor, String word, LockMode mode, String reason) {
    if (!cursor.skipTo(word)) {
      return Reading.doubt("not understood: " + reason);
    }
    cursor.next();
    boolean only = cursor.accept("only");
    return cursor
        .table()
        .map(t -> Reading.of(List.of(TableReader.table(new Target(t, only), mode, reason))))
        .orElse(Reading.doubt("not understood: " + reason));
  }

  private Reading table(Cursor cursor) {
    List<Action> actions = new ArrayList<>();
    Cursor rest = new Cursor(cursor.rest());
    while (!rest.atEnd()) {
      if (rest.accept("references")) {
        add(actions, rest, LockMode.TABLE_SHARE_ROW_EXCLUSIVE, "FOREIGN KEY of a new table");
      } else if (rest.accept("partition", "of")) {
        add(actions, rest, LockMode.TABLE_ACCESS_EXCLUSIVE, TableLocks.PARTITION_OF);
      } else if (rest.accept("inherits")) {
        for (Target parent : TableReader.targets(new Cursor(rest.parentheses()))) {
          Target only = new Target(parent.table(), true);
          actions.add(
              TableReader.table(
                  only, LockMode.TABLE_SHARE_UPDATE_EXCLUSIVE, "CREATE TABLE … INHERITS"));
        }
      } else {
        rest.next();
      }
    }
    return query(cursor, actions);
  }

  static void add(List<Action> actions, Cursor cursor, LockMode mode, String reason) {
    cursor
        .table()
        .ifPresent(t -> actions.add(TableReader.table(new Target(t, false), mode, reason)));
  }

  /** CREATE … AS query: the query runs, unless WITH NO DATA. */
  private Reading query(Cursor cursor, List<Action> actions) {
    if (!cursor.skipTo("as")) {
      return Reading.of(actions);
    }
    cursor.next();
    List<Token> query = cursor.rest();
    return query.isEmpty() || noData(query)
        ? Reading.of(actions)
        : queries.read(query).orElse(Reading.doubt("not understood: CREATE … AS"));
  }

  private static boolean noData(List<Token> query) {
    int size = query.size();
    return size > 3 && new Cursor(query.subList(size - 3, size)).sees("with", "no", "data");
  }

  private static Reading drop(Cursor cursor) {
    String kind = cursor.next().text();
    boolean cascade = cursor.has("cascade");
    return switch (kind) {
      case "table", "view", "foreign" -> tables(cursor, cascade);
      case "materialized" -> {
        cursor.next();
        yield tables(cursor, cascade);
      }
      case "index" -> dropIndex(cursor);
      case "trigger", "rule", "policy" ->
          after(cursor, "on", LockMode.TABLE_ACCESS_EXCLUSIVE, "DROP " + kind);
      default ->
          cascade || kind.equals("owned") || kind.equals("extension")
              ? Reading.doubt("DROP " + kind + " reaches tables that it does not name")
              : Reading.of(Kind.STATEMENT);
    };
  }

  private static Reading tables(Cursor cursor, boolean cascade) {
    cursor.accept("table");
    List<Target> targets = TableReader.targets(cursor);
    return targets.isEmpty()
        ? Reading.doubt("not understood: DROP")
        : Reading.of(
            targets.stream()
                .<Action>map(t -> TableReader.exclusive(t, cascade, TableLocks.DROP))
                .toList());
  }

  private static Reading dropIndex(Cursor cursor) {
    boolean concurrently = cursor.accept("concurrently");
    LockMode mode =
        concurrently ? LockMode.TABLE_SHARE_UPDATE_EXCLUSIVE : LockMode.TABLE_ACCESS_EXCLUSIVE;
    return TableReader.ofIndex(cursor, mode, "DROP INDEX");
  }
}
