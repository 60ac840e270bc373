package dev.holdfast.lease;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.embedded.PostgresServer;
import dev.holdfast.embedded.TestDatabase;
import dev.holdfast.schema.Schema;
import dev.holdfast.support.Sql;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.List;
import java.util.function.IntFunction;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.postgresql.PGConnection;

/**
 * The story: once autovacuum had analyzed the tables while they were empty, the planner drove its
 * joins from the lease table and compared every name of a batch with every row. A thousand leases
 * took a second, and a process with short ttls lost them all to its own renewals.
 */
@DisplayName("Plans")
class PlanTest {

  private static final int FEW = 200;
  private static final int MANY = 2_000;
  private static final int ROUNDS = 5;
  private static final String TOKEN = "dc28dad7-209b-4f6d-8fda-b9a93ddfd3e4";

  @Test
  @DisplayName(
      "ten times the names cost about ten times as much, also on tables analyzed while empty")
  void costGrowsWithTheBatch() throws SQLException {
    List<IntFunction<String>> calls =
        List.of(PlanTest::acquire, PlanTest::renew, PlanTest::pass, PlanTest::release);
    double[][] least = new double[calls.size()][];
    try (TestDatabase database = PostgresServer.shared().createDatabase()) {
      Schema.of(database.dataSource()).apply();
      try (Connection connection = database.dataSource().getConnection()) {
        Sql.run(connection, "analyze");
        for (int round = 0; round < ROUNDS; round++) {
          for (int i = 0; i < calls.size(); i++) {
            least[i] = least[i] == null ? new double[] {1e9, 1e9} : least[i];
            least[i][0] = Math.min(least[i][0], millis(connection, calls.get(i).apply(FEW)));
          }
          for (int i = 0; i < calls.size(); i++) {
            least[i][1] = Math.min(least[i][1], millis(connection, calls.get(i).apply(MANY)));
          }
        }
      }
    }
    for (int i = 0; i < calls.size(); i++) {
      // linear is 10, every name with every row is 100
      assertThat(least[i][1] / least[i][0]).as(calls.get(i).apply(MANY)).isLessThan(35);
    }
  }

  @Test
  @DisplayName(
      "ANALYZE of leases and their history, whose snapshot holds all cleaning up, reads little")
  void analyzeReadsLittle() throws SQLException {
    try (TestDatabase database = PostgresServer.shared().createDatabase()) {
      Schema.of(database.dataSource()).apply();
      try (Connection connection = database.dataSource().getConnection()) {
        Sql.run(
            connection,
            """
            insert into holdfast.lease (bucket, resource, fence, holder, locked_until, ttl)
            select 0, 'plan/' || g, 1, 'me', now(), '1 minute' from generate_series(1, 20000) g
            """);
        Sql.run(
            connection,
            """
            insert into holdfast.past_lease
              (bucket, resource, fence, holder, locked_at, locked_until, ended_at, ending)
            select 0, 'plan/' || g, 1, 'me', now(), now(), now(), 'released'
            from generate_series(1, 40000) g
            """);
        for (String table : List.of("lease", "past_lease")) {
          assertThat(analyzed(connection, table)).containsPattern("scanned 300 of [3-9]\\d\\d ");
        }
      }
    }
  }

  private static String analyzed(Connection connection, String table) throws SQLException {
    StringBuilder said = new StringBuilder();
    try (Statement statement = connection.createStatement()) {
      statement.execute("analyze verbose holdfast." + table);
      for (SQLWarning next = statement.getWarnings(); next != null; next = next.getNextWarning()) {
        said.append(next.getMessage()).append('\n');
      }
    }
    return said.toString();
  }

  private static String acquire(int size) {
    return "holdfast.acquire_leases(0, null, false, %s, %s, %s, %s, %s, null, false)"
        .formatted(
            array("'plan/' || g", size),
            array("sha256(uuid_send('" + TOKEN + "'::uuid))", size),
            array("60000::bigint", size),
            array("'me'::text", size),
            array("null::text", size));
  }

  private static String renew(int size) {
    return "holdfast.renew_leases(0, %s, %s, %s, %s, %s)"
        .formatted(
            array("'plan/' || g", size),
            array("null::bigint", size),
            array("'" + TOKEN + "'::uuid", size),
            array("60000::bigint", size),
            array("true", size));
  }

  private static String pass(int size) {
    return "holdfast.pass_leases(0, null, %s, %s, %s, %s, %s, %s, %s, null, false)"
        .formatted(
            array("'plan/' || g", size),
            array("null::bigint", size),
            array("'" + TOKEN + "'::uuid", size),
            array("sha256(uuid_send('" + TOKEN + "'::uuid))", size),
            array("60000::bigint", size),
            array("'me'::text", size),
            array("null::text", size));
  }

  private static String release(int size) {
    return "holdfast.release_leases(0, false, %s, %s, %s)"
        .formatted(
            array("'plan/' || g", size),
            array("null::bigint", size),
            array("'" + TOKEN + "'::uuid", size));
  }

  private static String array(String element, int size) {
    return "array(select %s from generate_series(1, %d) g)".formatted(element, size);
  }

  /** The time that the backend had a processor: others on a busy machine take none of it. */
  private static double millis(Connection connection, String call) throws SQLException {
    int pid = connection.unwrap(PGConnection.class).getBackendPID();
    Path onProcessor = Path.of("/proc", Integer.toString(pid), "schedstat");
    if (!Files.isReadable(onProcessor)) {
      return millisByClock(connection, call);
    }
    long before = nanos(onProcessor);
    Sql.run(connection, "select count(*) from " + call);
    return (nanos(onProcessor) - before) / 1e6;
  }

  private static long nanos(Path schedstat) {
    try {
      return Long.parseLong(Files.readString(schedstat).split(" ", 2)[0]);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** By the server's clock, without the way there and back. */
  private static double millisByClock(Connection connection, String call) throws SQLException {
    String sql =
        """
        with started as materialized (select clock_timestamp() as at),
             done as materialized (select count(*) as rows from started cross join lateral %s)
        select extract(epoch from clock_timestamp() - at) * 1000 from started, done
        """
            .formatted(call);
    return Double.parseDouble(String.valueOf(Sql.column(connection, sql).get(0)));
  }
}
