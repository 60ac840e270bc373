package dev.holdfast.policy.sql;

import dev.holdfast.policy.TableName;
import java.util.List;

/**
 * What is known of a text of SQL: its locks in the order in which they are taken, and what could
 * not be understood. A reader that shows no locks and no doubts takes none.
 *
 * @param doubts sentences: what was not parsed, which table the catalog does not know
 * @param inserts tables into which it puts rows: nobody else sees those before the commit
 */
public record StatementLocks(
    Kind kind, List<Lock> locks, List<String> doubts, List<TableName> inserts) {

  /** What a statement does to its session, as far as locks are concerned. */
  public enum Kind {
    /** Takes locks, or could: SELECT, DML, DDL. */
    STATEMENT,
    BEGIN,
    COMMIT,
    ROLLBACK,
    SAVEPOINT,
    ROLLBACK_TO_SAVEPOINT,
    RELEASE_SAVEPOINT,
    /** SET, SHOW and others that no lock follows from. */
    OTHER
  }

  public StatementLocks {
    locks = List.copyOf(locks);
    doubts = List.copyOf(doubts);
    inserts = List.copyOf(inserts);
  }

  public StatementLocks(Kind kind, List<Lock> locks, List<String> doubts) {
    this(kind, locks, doubts, List.of());
  }
}
