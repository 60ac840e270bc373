package dev.holdfast.lease;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.embedded.PostgresServer;
import dev.holdfast.embedded.TestDatabase;
import dev.holdfast.schema.Schema;
import dev.holdfast.support.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * The story: once autovacuum had analyzed the tables while they were empty, the planner drove its
 * joins from the lease table and compared every name of a batch with every row. A thousand leases
 * took a second, and a process with short ttls lost them all to its own renewals.
 */
@DisplayName("Plans")
class PlanTest {

  private static final int LEASES = 1_000;
  private static final String TOKEN = "dc28dad7-209b-4f6d-8fda-b9a93ddfd3e4";

  @Test
  @DisplayName("a batch reads as many rows as it has names, also on tables analyzed while empty")
  void batchesLookUpNames() throws SQLException {
    try (TestDatabase database = PostgresServer.shared().createDatabase()) {
      Schema.of(database.dataSource()).apply();
      try (Connection connection = database.dataSource().getConnection()) {
        Sql.run(connection, "analyze");
        for (String call : new String[] {acquire(), acquire(), renew(), release(), acquire()}) {
          assertThat(rowsRead(connection, call)).as(call).isBetween(1L, 10L * LEASES);
        }
      }
    }
  }

  private static String acquire() {
    return "holdfast.acquire_leases(0, null, false, %s, %s, %s, %s, %s, null, false)"
        .formatted(
            array("'plan/' || g"),
            array("sha256(uuid_send('" + TOKEN + "'::uuid))"),
            array("60000::bigint"),
            array("'me'::text"),
            array("null::text"));
  }

  private static String renew() {
    return "holdfast.renew_leases(0, %s, %s, %s, %s, %s)"
        .formatted(
            array("'plan/' || g"),
            array("1::bigint"),
            array("'" + TOKEN + "'::uuid"),
            array("60000::bigint"),
            array("true"));
  }

  private static String release() {
    return "holdfast.release_leases(0, false, %s, %s, %s)"
        .formatted(array("'plan/' || g"), array("1::bigint"), array("'" + TOKEN + "'::uuid"));
  }

  private static String array(String element) {
    return "array(select %s from generate_series(1, %d) g)".formatted(element, LEASES);
  }

  /** Rows of leases and history that one call reads, whatever way it gets at them. */
  private static long rowsRead(Connection connection, String call) throws SQLException {
    connection.setAutoCommit(false);
    try {
      Sql.run(connection, "select count(*) from " + call);
      return Long.parseLong(
          String.valueOf(
              Sql.column(
                      connection,
                      """
                      select sum(seq_tup_read + idx_tup_fetch)
                      from pg_stat_xact_all_tables
                      where schemaname = 'holdfast'
                      """)
                  .get(0)));
    } finally {
      connection.commit();
      connection.setAutoCommit(true);
    }
  }
}
