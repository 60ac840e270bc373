package dev.holdfast.policy.sql;

import dev.holdfast.policy.TableName;
import dev.holdfast.policy.sql.Action.LockTable;
import dev.holdfast.policy.sql.Action.LockTableOf;
import dev.holdfast.policy.sql.Action.Target;
import dev.holdfast.policy.sql.Lock.Waiting;
import dev.holdfast.policy.sql.StatementLocks.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads LOCK, TRUNCATE and upkeep: statements that lock whole tables. */
final class TableReader implements StatementReader {

  @Override
  public Optional<Reading> read(List<Token> statement) {
    Cursor cursor = new Cursor(statement);
    String word = cursor.next().text();
    return switch (word) {
      case "lock" -> Optional.of(lock(cursor));
      case "truncate" -> Optional.of(truncate(cursor));
      case "refresh" -> Optional.of(refresh(cursor));
      case "vacuum", "analyze", "analyse", "cluster" -> Optional.of(upkeep(cursor, word));
      case "reindex" -> Optional.of(reindex(cursor));
      case "comment" -> Optional.of(comment(cursor));
      default -> Optional.empty();
    };
  }

  private static Reading lock(Cursor cursor) {
    cursor.accept("table");
    List<Target> tables = targets(cursor);
    StringBuilder name = new StringBuilder();
    if (cursor.accept("in")) {
      while (!cursor.atEnd() && !cursor.accept("mode")) {
        name.append(name.length() > 0 ? "_" : "").append(cursor.next().text());
      }
    }
    LockMode mode = mode(name.toString());
    Waiting waiting = LockingClause.waiting(cursor);
    if (mode == null || tables.isEmpty() || !cursor.atEnd()) {
      return Reading.doubt("not understood: LOCK TABLE");
    }
    String reason = TableLocks.LOCK + " in " + mode.sql() + " mode";
    return Reading.of(
        tables.stream().<Action>map(t -> new LockTable(t, mode, waiting, false, reason)).toList());
  }

  private static @Nullable LockMode mode(String name) {
    if (name.isEmpty()) {
      return LockMode.TABLE_ACCESS_EXCLUSIVE;
    }
    String wanted = "TABLE_" + name.toUpperCase(Locale.ROOT);
    for (LockMode mode : LockMode.values()) {
      if (mode.name().equals(wanted)) {
        return mode;
      }
    }
    return null;
  }

  private static Reading truncate(Cursor cursor) {
    cursor.accept("table");
    List<Target> tables = targets(cursor);
    boolean cascade = cursor.has("cascade");
    if (tables.isEmpty()) {
      return Reading.doubt("not understood: TRUNCATE");
    }
    return Reading.of(tables.stream().<Action>map(t -> exclusive(t, cascade, "TRUNCATE")).toList());
  }

  static LockTable exclusive(Target target, boolean cascade, String reason) {
    return new LockTable(target, LockMode.TABLE_ACCESS_EXCLUSIVE, Waiting.WAITS, cascade, reason);
  }

  static LockTable table(Target target, LockMode mode, String reason) {
    return new LockTable(target, mode, Waiting.WAITS, false, reason);
  }

  private static Reading refresh(Cursor cursor) {
    boolean concurrently = cursor.has("concurrently");
    cursor.accept("materialized", "view");
    cursor.accept("concurrently");
    LockMode mode = concurrently ? LockMode.TABLE_EXCLUSIVE : LockMode.TABLE_ACCESS_EXCLUSIVE;
    return on(cursor, mode, "REFRESH MATERIALIZED VIEW");
  }

  private static Reading upkeep(Cursor cursor, String word) {
    boolean full = word.equals("cluster");
    boolean options = true;
    while (options) {
      List<Token> inside = cursor.parentheses();
      full |= inside.stream().anyMatch(t -> t.is("full"));
      full |= cursor.sees("full");
      options =
          cursor.accept("full")
              || cursor.accept("freeze")
              || cursor.accept("verbose")
              || cursor.accept("analyze")
              || cursor.accept("analyse");
    }
    LockMode mode = full ? LockMode.TABLE_ACCESS_EXCLUSIVE : LockMode.TABLE_SHARE_UPDATE_EXCLUSIVE;
    String reason =
        word.toUpperCase(Locale.ROOT) + (full && !word.equals("cluster") ? " FULL" : "");
    return cursor.atEnd()
        ? Reading.doubt(reason + " names no table: it locks all, one after another")
        : on(cursor, mode, reason);
  }

  private static Reading reindex(Cursor cursor) {
    cursor.parentheses();
    boolean concurrently = cursor.has("concurrently");
    LockMode mode = concurrently ? LockMode.TABLE_SHARE_UPDATE_EXCLUSIVE : LockMode.TABLE_SHARE;
    String kind = cursor.next().text();
    cursor.accept("concurrently");
    if (kind.equals("table")) {
      return on(cursor, mode, "REINDEX");
    } else if (kind.equals("index")) {
      return ofIndex(cursor, mode, "REINDEX");
    }
    return Reading.doubt("REINDEX of more than a table: it locks all, one after another");
  }

  private static Reading comment(Cursor cursor) {
    cursor.accept("on");
    LockMode mode = LockMode.TABLE_SHARE_UPDATE_EXCLUSIVE;
    if (cursor.accept("table") || cursor.accept("view") || cursor.accept("materialized", "view")) {
      return on(cursor, mode, "COMMENT");
    } else if (cursor.accept("column")) {
      return cursor
          .table()
          .filter(t -> t.schema() != null)
          .map(t -> Reading.of(List.<Action>of(table(columnOf(t), mode, "COMMENT"))))
          .orElse(Reading.doubt("not understood: COMMENT ON COLUMN"));
    }
    return Reading.of(Kind.STATEMENT);
  }

  /** {@code t.c} reads like {@code schema.t}; of {@code s.t.c} the schema is lost: t is enough. */
  private static Target columnOf(TableName column) {
    return new Target(new TableName(null, Objects.requireNonNull(column.schema())), false);
  }

  /** A lock on each table that follows. */
  static Reading on(Cursor cursor, LockMode mode, String reason) {
    List<Target> tables = targets(cursor);
    return tables.isEmpty()
        ? Reading.doubt("not understood: " + reason)
        : Reading.of(tables.stream().<Action>map(t -> table(t, mode, reason)).toList());
  }

  static Reading ofIndex(Cursor cursor, LockMode mode, String reason) {
    List<Target> indexes = targets(cursor);
    return indexes.isEmpty()
        ? Reading.doubt("not understood: " + reason)
        : Reading.of(
            indexes.stream().<Action>map(t -> new LockTableOf(t.table(), mode, reason)).toList());
  }

  /** Reads {@code [IF EXISTS] [ONLY] name [*] [(columns)], …}. */
  static List<Target> targets(Cursor cursor) {
    List<Target> targets = new ArrayList<>();
    cursor.accept("if", "not", "exists");
    cursor.accept("if", "exists");
    do {
      boolean only = cursor.accept("only");
      cursor.table().ifPresent(t -> targets.add(new Target(t, only)));
      cursor.acceptSign("*");
      cursor.parentheses();
    } while (cursor.acceptSign(","));
    return targets;
  }
}
