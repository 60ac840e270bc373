package dev.holdfast.policy.sql;

import dev.holdfast.policy.sql.Lock.Waiting;
import java.util.ArrayList;
import java.util.List;

/**
 * A locking clause of a SELECT.
 *
 * @param of the names after OF; empty: all tables
 */
record LockingClause(LockMode mode, List<String> of, Waiting waiting) {

  /** Whether the cursor stands before one. */
  static boolean follows(Cursor cursor) {
    return cursor.sees("for", "update")
        || cursor.sees("for", "share")
        || cursor.sees("for", "no", "key", "update")
        || cursor.sees("for", "key", "share");
  }

  /** Reads all that follow one another: PostgreSQL allows several, parsers often don't. */
  static List<LockingClause> readAll(Cursor cursor) {
    List<LockingClause> clauses = new ArrayList<>();
    while (follows(cursor)) {
      clauses.add(read(cursor));
    }
    return clauses;
  }

  private static LockingClause read(Cursor cursor) {
    cursor.accept("for");
    LockMode mode = mode(cursor);
    List<String> of = new ArrayList<>();
    if (cursor.accept("of")) {
      do {
        cursor.table().ifPresent(t -> of.add(t.name()));
      } while (cursor.acceptSign(","));
    }
    return new LockingClause(mode, List.copyOf(of), waiting(cursor));
  }

  private static LockMode mode(Cursor cursor) {
    if (cursor.accept("update")) {
      return LockMode.UPDATE;
    } else if (cursor.accept("share")) {
      return LockMode.SHARE;
    } else if (cursor.accept("no", "key", "update")) {
      return LockMode.NO_KEY_UPDATE;
    }
    cursor.accept("key", "share");
    return LockMode.KEY_SHARE;
  }

  static Waiting waiting(Cursor cursor) {
    if (cursor.accept("nowait")) {
      return Waiting.NOWAIT;
    }
    return cursor.accept("skip", "locked") ? Waiting.SKIPS : Waiting.WAITS;
  }
}
