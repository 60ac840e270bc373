package dev.holdfast.testkit.claims;

import dev.holdfast.claim.Claim;
import dev.holdfast.claim.ClaimOptions;
import dev.holdfast.claim.ClaimStatuses;
import dev.holdfast.claim.ClaimTable;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import javax.sql.DataSource;

/** The table that parent and children share, and what is done to a row of it. */
final class Items {

  static final ClaimTable TABLE =
      ClaimTable.of("item", "id")
          .withStatus(
              "status", ClaimStatuses.of("ready", "done", "failed").withClaimed("processing"))
          .withAttempts("attempts")
          .withDueAt("due_at");

  static final ClaimOptions OPTIONS =
      ClaimOptions.defaults()
          .withMaxAttempts(1_000)
          .withBackoff(Duration.ZERO, Duration.ZERO)
          .withWorkerTtl(Duration.ofSeconds(2));

  /** Time to see that a process which stands still has its claim, before the lease is over. */
  static final ClaimOptions HOLDING = OPTIONS.withWorkerTtl(Duration.ofSeconds(8));

  private Items() {}

  static void create(DataSource dataSource, int count) throws SQLException {
    run(dataSource, "create table item (id bigint primary key, status text default 'ready')");
    run(dataSource, TABLE.ddl());
    run(dataSource, "create table effect (item bigint, version bigint)");
    insert(dataSource, 1, count);
  }

  static void insert(DataSource dataSource, int from, int to) throws SQLException {
    run(dataSource, "insert into item select i from generate_series(%d, %d) i".formatted(from, to));
  }

  /** The fenced write: the effect and the finish, together or not at all. */
  static int write(Claim claim) throws SQLException {
    return claim.inTransaction(
        tx -> {
          try (PreparedStatement insert =
              tx.connection().prepareStatement("insert into effect values (?, ?)")) {
            insert.setLong(1, claim.get("id", Long.class));
            insert.setLong(2, claim.version());
            insert.executeUpdate();
          }
          claim.finish(tx);
          return 1;
        });
  }

  static void run(DataSource dataSource, String sql) throws SQLException {
    try (Connection connection = dataSource.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  static long number(DataSource dataSource, String sql) throws SQLException {
    try (Connection connection = dataSource.getConnection();
        Statement statement = connection.createStatement();
        var row = statement.executeQuery(sql)) {
      row.next();
      return row.getLong(1);
    }
  }
}
