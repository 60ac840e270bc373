package dev.holdfast.policy.sql;

import dev.holdfast.policy.sql.StatementLocks.Kind;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads transaction control, and what changes or shows a session and locks no table. */
final class SessionReader implements StatementReader {

  private static final Set<String> LOCKLESS =
      Set.of(
          "set",
          "show",
          "reset",
          "discard",
          "listen",
          "unlisten",
          "notify",
          "fetch",
          "move",
          "close",
          "checkpoint",
          "load",
          "deallocate",
          "grant",
          "revoke");

  @Override
  public Optional<Reading> read(List<Token> statement) {
    Cursor cursor = new Cursor(statement);
    if (cursor.accept("prepare", "transaction") || cursor.accept("commit", "prepared")) {
      return Optional.of(Reading.doubt("two-phase commit: its locks outlive the session"));
    }
    Kind kind = kind(cursor);
    return kind == null ? Optional.empty() : Optional.of(Reading.of(kind));
  }

  private static @Nullable Kind kind(Cursor cursor) {
    String word = cursor.next().text();
    return switch (word) {
      case "begin", "start" -> Kind.BEGIN;
      case "commit", "end" -> Kind.COMMIT;
      case "rollback", "abort" -> cursor.has("to") ? Kind.ROLLBACK_TO_SAVEPOINT : Kind.ROLLBACK;
      case "savepoint" -> Kind.SAVEPOINT;
      case "release" -> Kind.RELEASE_SAVEPOINT;
      default -> LOCKLESS.contains(word) ? Kind.OTHER : null;
    };
  }
}
