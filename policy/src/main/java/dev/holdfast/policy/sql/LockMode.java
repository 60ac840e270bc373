package dev.holdfast.policy.sql;

/** How a statement locks: four modes on rows, a wait for a unique value, eight on whole tables. */
public enum LockMode {
  KEY_SHARE("FOR KEY SHARE", Scope.ROW, 0, "...#"),
  SHARE("FOR SHARE", Scope.ROW, 1, "..##"),
  NO_KEY_UPDATE("FOR NO KEY UPDATE", Scope.ROW, 2, ".###"),
  UPDATE("FOR UPDATE", Scope.ROW, 3, "####"),

  /** A new entry of a unique index: whoever brings the same value waits for this transaction. */
  UNIQUE_VALUE("unique value", Scope.VALUE, 0, "#"),

  TABLE_ACCESS_SHARE("ACCESS SHARE", Scope.TABLE, 0, ".......#"),
  TABLE_ROW_SHARE("ROW SHARE", Scope.TABLE, 1, "......##"),
  TABLE_ROW_EXCLUSIVE("ROW EXCLUSIVE", Scope.TABLE, 2, "....####"),
  TABLE_SHARE_UPDATE_EXCLUSIVE("SHARE UPDATE EXCLUSIVE", Scope.TABLE, 3, "...#####"),
  TABLE_SHARE("SHARE", Scope.TABLE, 4, "..##.###"),
  TABLE_SHARE_ROW_EXCLUSIVE("SHARE ROW EXCLUSIVE", Scope.TABLE, 5, "..######"),
  TABLE_EXCLUSIVE("EXCLUSIVE", Scope.TABLE, 6, ".#######"),
  TABLE_ACCESS_EXCLUSIVE("ACCESS EXCLUSIVE", Scope.TABLE, 7, "########");

  /** What a lock is on. */
  public enum Scope {
    ROW,
    VALUE,
    TABLE
  }

  private final String sql;
  private final Scope scope;
  private final int number;
  private final String conflicts;

  /** {@code conflicts}: a # for each mode of the same scope, by number, that it conflicts with. */
  LockMode(String sql, Scope scope, int number, String conflicts) {
    this.sql = sql;
    this.scope = scope;
    this.number = number;
    this.conflicts = conflicts;
  }

  /** As PostgreSQL writes it. */
  public String sql() {
    return sql;
  }

  public Scope scope() {
    return scope;
  }

  /**
   * Whether the second of two transactions waits for the first, on one row, one value or one table.
   */
  public boolean conflictsWith(LockMode other) {
    return scope == other.scope && conflicts.charAt(other.number) == '#';
  }
}
