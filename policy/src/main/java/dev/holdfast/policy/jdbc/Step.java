package dev.holdfast.policy.jdbc;

/**
 * One thing that happens to a transaction.
 *
 * @param text of a statement its SQL, of a savepoint its name, else empty
 */
public record Step(Kind kind, String text) {

  static final Step BEGIN = new Step(Kind.BEGIN, "");
  static final Step COMMIT = new Step(Kind.COMMIT, "");
  static final Step ROLLBACK = new Step(Kind.ROLLBACK, "");

  /** What happens. */
  public enum Kind {
    BEGIN,
    STATEMENT,
    SAVEPOINT,
    ROLLBACK_TO,
    RELEASE,
    COMMIT,
    ROLLBACK
  }

  /** Whether the transaction is over after it. */
  public boolean isEnd() {
    return kind == Kind.COMMIT || kind == Kind.ROLLBACK;
  }
}
