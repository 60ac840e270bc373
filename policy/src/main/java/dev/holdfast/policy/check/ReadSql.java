package dev.holdfast.policy.check;

import dev.holdfast.policy.TableName;
import dev.holdfast.policy.check.source.Hole;
import dev.holdfast.policy.check.source.How;
import dev.holdfast.policy.check.source.SqlShape;
import dev.holdfast.policy.check.source.SqlText;
import dev.holdfast.policy.sql.Lock;
import dev.holdfast.policy.sql.LockAnalysis;
import dev.holdfast.policy.sql.StatementLocks;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The locks of a text, holes and all.
 *
 * @param statements what is known of its locks; locks on tables that only the running program knows
 *     are not among them
 * @param unfolded why it can't be known what it locks; empty where it can
 */
record ReadSql(List<StatementLocks> statements, String unfolded) {
  private static final String MARK = "holdfast_hole_";
  private static final Pattern NAMED_LOCK = Pattern.compile("(?i)lock(?!ed_|id)|for_?update");
  private static final Pattern WRITES =
      Pattern.compile("(?i)\\s*(insert|update|delete|merge|lock|truncate)\\b");

  /** What is new is locked by nobody, whatever its name is, unless it leans on what was there. */
  private static final Pattern MAKES =
      Pattern.compile("(?i)\\s*create\\s+(?:unlogged\\s+)?(?:table|sequence|schema|type)\\b");

  private static final Pattern LEANS =
      Pattern.compile("(?i)\\b(?:references|inherits|partition\\s+of|select)\\b");

  static ReadSql of(SqlText text, LockAnalysis analysis) {
    String sql = text.text();
    if (SqlShape.isLockingClause(sql)) {
      return unfolded("A locking clause whose statement is put together elsewhere.");
    }
    if (text.isComplete()) {
      return complete(text, analysis.of(Fillers.tidied(sql)));
    }
    if (MAKES.matcher(sql).lookingAt() && !LEANS.matcher(sql).find()) {
      return new ReadSql(List.of(), "");
    }
    if (!SqlShape.beginsLikeSql(Fillers.start(text))) {
      return unfolded(
          "The statement is put together at run time (%s): nobody can say here what it locks."
              .formatted(words(text)));
    }
    return withHoles(text, analysis);
  }

  /** A string that only looks like SQL and that nobody understands may well be none. */
  private static ReadSql complete(SqlText text, List<StatementLocks> statements) {
    boolean prose = text.how() == How.STRING && !mayLock(text.text());
    return prose && statements.stream().anyMatch(s -> !s.doubts().isEmpty())
        ? new ReadSql(List.of(), "")
        : new ReadSql(statements, "");
  }

  boolean isUnderstood() {
    return unfolded.isEmpty() && statements.stream().allMatch(s -> s.doubts().isEmpty());
  }

  private static ReadSql withHoles(SqlText text, LockAnalysis analysis) {
    List<StatementLocks> best = List.of();
    boolean understood = false;
    for (String filled : Fillers.of(text)) {
      best = analysis.of(filled);
      understood = best.stream().allMatch(statement -> statement.doubts().isEmpty());
      if (understood) {
        break;
      }
    }
    if (!understood) {
      return mayLock(text.text())
          ? unfolded(
              "Parts are known at run time only (%s), and it can't be read without them."
                  .formatted(words(text)))
          : new ReadSql(List.of(), "");
    }
    return judged(text, best);
  }

  private static ReadSql judged(SqlText text, List<StatementLocks> statements) {
    List<StatementLocks> known = new ArrayList<>();
    String unfolded = "";
    boolean locks = false;
    for (StatementLocks statement : statements) {
      List<Lock> named =
          statement.locks().stream().map(ReadSql::anySchema).filter(l -> !isHole(l)).toList();
      locks |= !statement.locks().isEmpty();
      if (named.size() < statement.locks().size()) {
        unfolded =
            "It locks rows of a table whose name is put together at run time (%s)."
                .formatted(words(text));
      }
      known.add(new StatementLocks(statement.kind(), named, statement.doubts()));
    }
    boolean mayAdd = text.holes().stream().anyMatch(h -> NAMED_LOCK.matcher(h.what()).find());
    if (!locks && mayAdd) {
      unfolded =
          "A part that is known at run time only (%s) may be a locking clause."
              .formatted(words(text));
    }
    return new ReadSql(known, unfolded);
  }

  /** Where only the schema is known at run time, the table's own name is enough. */
  private static Lock anySchema(Lock lock) {
    String schema = lock.table().schema();
    return schema != null && schema.contains(MARK)
        ? lock.withTable(new TableName(null, lock.table().name()))
        : lock;
  }

  private static boolean isHole(Lock lock) {
    return lock.table().toString().toLowerCase(Locale.ROOT).contains(MARK);
  }

  private static boolean mayLock(String sql) {
    return SqlShape.hasLockingClause(sql) || WRITES.matcher(sql).lookingAt();
  }

  private static String words(SqlText text) {
    return text.holes().stream()
        .map(Hole::what)
        .distinct()
        .limit(3)
        .reduce((a, b) -> a + ", " + b)
        .orElse("");
  }

  private static ReadSql unfolded(String reason) {
    return new ReadSql(List.of(), reason);
  }
}
