package dev.holdfast.row;

/** What to do about a row that somebody else has locked. */
public enum Waiting {
  /** Wait, up to the transaction's lock timeout. */
  WAIT(""),
  /** Fail at once with {@link dev.holdfast.LockTimeoutException}. */
  NOWAIT(" nowait"),
  /** Leave it out, and say so. */
  SKIP_LOCKED(" skip locked");

  private final String sql;

  Waiting(String sql) {
    this.sql = sql;
  }

  String sql() {
    return sql;
  }
}
