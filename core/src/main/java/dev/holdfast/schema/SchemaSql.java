package dev.holdfast.schema;

import java.sql.SQLException;

final class SchemaSql {

  /** Callable by every user of leases: one round trip at the start. */
  static final String INFO =
      """
      select version, breaking_version, buckets, max_ttl_ms
      from holdfast.schema_info()
      """;

  private SchemaSql() {}

  /** No schema, or one without our function. */
  static boolean isMissing(SQLException e) {
    return "3F000".equals(e.getSQLState()) || "42883".equals(e.getSQLState());
  }
}
