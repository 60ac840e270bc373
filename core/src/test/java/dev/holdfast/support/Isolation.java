package dev.holdfast.support;

/** What {@code default_transaction_isolation} of a database may be. Holdfast works under each. */
public enum Isolation {
  READ_COMMITTED("read committed"),
  REPEATABLE_READ("repeatable read"),
  SERIALIZABLE("serializable");

  private final String sql;

  Isolation(String sql) {
    this.sql = sql;
  }

  String sql() {
    return sql;
  }

  @Override
  public String toString() {
    return sql;
  }
}
