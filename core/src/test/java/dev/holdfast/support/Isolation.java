package dev.holdfast.support;

import java.util.List;

/** What {@code default_transaction_isolation} of a database may be. Holdfast works under each. */
public enum Isolation {
  READ_COMMITTED("read committed"),
  REPEATABLE_READ("repeatable read"),
  SERIALIZABLE("serializable");

  private final String sql;

  Isolation(String sql) {
    this.sql = sql;
  }

  /**
   * The default and the strictest; {@code -Dholdfast.isolations=every} plays repeatable read too,
   * whose failures are among those of serializable.
   */
  static List<Isolation> played() {
    return "every".equals(System.getProperty("holdfast.isolations"))
        ? List.of(values())
        : List.of(READ_COMMITTED, SERIALIZABLE);
  }

  String sql() {
    return sql;
  }

  @Override
  public String toString() {
    return sql;
  }
}
