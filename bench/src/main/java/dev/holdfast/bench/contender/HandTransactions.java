package dev.holdfast.bench.contender;

import dev.holdfast.bench.measure.Contender;
import dev.holdfast.bench.measure.Database;
import dev.holdfast.bench.measure.Pooled;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * The row-lock transaction written by hand: lock one row with a timeout, read it, update it,
 * commit. A row a caller, from a pool.
 */
public final class HandTransactions {

  public static final String FIVE_STEPS = "five steps, a round trip each";
  public static final String THREE = "by hand, 3 round trips";
  public static final String TWO = "by hand, 2 round trips";

  public static final String TABLE =
      """
      drop table if exists bench_account;
      create table bench_account (id integer primary key, n bigint not null)
      with (fillfactor = 50);
      insert into bench_account select id, 0 from generate_series(0, 127) as id
      """;

  public static final String LOCK = "select n from bench_account where id = ? for no key update";
  public static final String UPDATE = "update bench_account set n = ? where id = ?";

  private static final String LOCK_FOLDED =
      """
      select t.n
      from (select set_config('lock_timeout', '30000', true)) as s, bench_account as t
      where t.id = ?
      for no key update of t
      """;

  private HandTransactions() {}

  /** BEGIN, SET LOCAL, SELECT FOR UPDATE, UPDATE, COMMIT. */
  public static Contender fiveSteps(Database database, int callers) {
    return new Pooled(
        database,
        callers,
        FIVE_STEPS,
        Pooled.plain(
            caller ->
                connection -> {
                  run(connection, "begin");
                  run(connection, "set local lock_timeout = '30s'");
                  long n = read(connection, LOCK, caller);
                  Pooled.update(connection, UPDATE, n + 1, caller);
                  run(connection, "commit");
                }));
  }

  /** BEGIN rides along with the locking SELECT, which sets the timeout itself. */
  public static Contender three(Database database, int callers) {
    return new Pooled(
        database,
        callers,
        THREE,
        Pooled.plain(
            caller ->
                connection -> {
                  connection.setAutoCommit(false);
                  long n = read(connection, LOCK_FOLDED, caller);
                  Pooled.update(connection, UPDATE, n + 1, caller);
                  connection.commit();
                  connection.setAutoCommit(true);
                }));
  }

  /** The same, and COMMIT goes with the UPDATE. */
  public static Contender two(Database database, int callers) {
    return new Pooled(
        database,
        callers,
        TWO,
        Pooled.plain(
            caller ->
                connection -> {
                  connection.setAutoCommit(false);
                  long n = read(connection, LOCK_FOLDED, caller);
                  Pooled.update(connection, UPDATE + "; commit", n + 1, caller);
                  connection.setAutoCommit(true);
                }));
  }

  public static long read(Connection connection, String sql, int id) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setInt(1, id);
      try (ResultSet row = statement.executeQuery()) {
        row.next();
        return row.getLong(1);
      }
    }
  }

  private static void run(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
