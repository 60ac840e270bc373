package dev.holdfast.server.watch;

import dev.holdfast.Holdfast;
import dev.holdfast.HoldfastSettings;
import dev.holdfast.embedded.PostgresServer;
import dev.holdfast.embedded.TestDatabase;
import dev.holdfast.schema.Schema;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.postgresql.ds.PGSimpleDataSource;

/** A database to look at, and what a test opens on it. */
@SuppressWarnings("try") // what it closes may throw anything
public final class WatchLab implements AutoCloseable {

  static final Duration SOON = Duration.ofSeconds(60);

  private final TestDatabase database = PostgresServer.shared().createDatabase();
  private final Deque<AutoCloseable> open = new ArrayDeque<>();

  public WatchLab() {
    Schema.of(database.dataSource()).apply();
  }

  PGSimpleDataSource dataSource() {
    return database.dataSource();
  }

  Holdfast holdfast(String holder) {
    return closing(Holdfast.on(dataSource(), HoldfastSettings.defaults().withHolder(holder)));
  }

  <T extends AutoCloseable> T closing(T closeable) {
    open.push(closeable);
    return closeable;
  }

  /** A transaction with an id of its own that stays open until the test ends it. */
  Connection transaction() throws SQLException {
    Connection connection = closing(dataSource().getConnection());
    connection.setAutoCommit(false);
    rows(connection, "select pg_current_xact_id()");
    return connection;
  }

  void run(String sql, @Nullable Object... arguments) {
    rows(sql + " returning 1", arguments);
  }

  /** Each row as its columns, joined by a blank. */
  List<String> rows(String sql, @Nullable Object... arguments) {
    try (Connection connection = dataSource().getConnection()) {
      return rows(connection, sql, arguments);
    } catch (SQLException e) {
      throw new AssertionError(sql + ": " + e.getMessage(), e);
    }
  }

  static List<String> rows(Connection connection, String sql, @Nullable Object... arguments)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < arguments.length; i++) {
        statement.setObject(i + 1, arguments[i]);
      }
      List<String> rows = new ArrayList<>();
      try (ResultSet row = statement.executeQuery()) {
        while (row.next()) {
          List<String> columns = new ArrayList<>();
          for (int i = 1; i <= row.getMetaData().getColumnCount(); i++) {
            columns.add(String.valueOf(row.getString(i)));
          }
          rows.add(String.join(" ", columns));
        }
      }
      return rows;
    }
  }

  /** By hand, as from psql: held until released, for a transaction or for good. */
  static String acquire(Connection connection, String resource, String ttl, String holder)
      throws SQLException {
    return rows(
            connection,
            "select token from holdfast.acquire(?, ?::interval, ?)",
            resource,
            ttl,
            holder)
        .get(0);
  }

  String acquire(String resource, String ttl, String holder) {
    try (Connection connection = dataSource().getConnection()) {
      return acquire(connection, resource, ttl, holder);
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  void release(String resource, String token) {
    rows("select holdfast.release(?, ?::uuid)", resource, token);
  }

  static void release(Connection connection, String resource, String token) throws SQLException {
    rows(connection, "select holdfast.release(?, ?::uuid)", resource, token);
  }

  /** One look, reading all leases. */
  void look() {
    look(true, 2_000);
  }

  void look(boolean scan, int limit) {
    rows("select * from holdfast.observe(?, ?)", scan, limit);
  }

  /** Kind, resource, fence and holder of each, in the order of their numbers. */
  List<String> told() {
    return rows(
        "select kind, resource, fence, holder from holdfast.observed_event where phase is not null"
            + " order by seq");
  }

  static void until(String what, Callable<Boolean> condition) {
    long giveUpAt = System.nanoTime() + SOON.toNanos();
    try {
      while (!condition.call()) {
        if (System.nanoTime() - giveUpAt > 0) {
          throw new AssertionError("not within " + SOON.toSeconds() + " s: " + what);
        }
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
      }
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new AssertionError(what, e);
    }
  }

  @Override
  public void close() throws Exception {
    for (AutoCloseable each : open) {
      each.close();
    }
    database.close();
  }
}
