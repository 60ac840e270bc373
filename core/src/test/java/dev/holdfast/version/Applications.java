package dev.holdfast.version;

import dev.holdfast.Version;
import dev.holdfast.support.Await;
import dev.holdfast.support.EveryIsolation;
import dev.holdfast.support.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;

/** The permit workflow's table: row 1 has version 7, row 2 version 1; there is no row 9. */
abstract class Applications extends EveryIsolation {

  private static final String TABLE =
      """
      drop table if exists applications;
      drop type if exists mood;
      create type mood as enum ('sad', 'glad');
      create table applications (
        id bigint primary key,
        note text,
        visits integer not null default 0,
        data jsonb,
        ref uuid,
        mood mood,
        tags text[],
        due timestamptz,
        short varchar(3),
        row_version bigint not null,
        updated_at timestamptz not null default '2026-01-01T00:00:00.000001Z');
      insert into applications (id, note, row_version) values (1, 'old', 7), (2, 'old', 1);
      """;

  protected VersionedTable applications;
  private ExecutorService others;

  @BeforeEach
  void createTable() {
    lab.sql().run(TABLE);
    applications = lab.open().versions().table("applications", "id");
    others = Executors.newCachedThreadPool();
    lab.closing(others::shutdownNow);
  }

  /** A connection with a transaction open in which that was done. */
  protected Connection begun(String sql) throws SQLException {
    Connection connection = lab.closing(lab.dataSource().getConnection());
    connection.setAutoCommit(false);
    Sql.run(connection, sql);
    return connection;
  }

  /** Starts something that has to wait for a lock, and comes back when it does. */
  protected <T> Future<T> waiting(Callable<T> something) {
    long before = waiting();
    Future<T> started = others.submit(something);
    Await.until("it waits", () -> waiting() > before || started.isDone());
    return started;
  }

  private long waiting() {
    return lab.sql()
        .number(
            """
            select count(*)
            from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'
            """);
  }

  /** What it threw. */
  protected static Throwable failure(Future<?> started) throws Exception {
    try {
      return new AssertionError("it succeeded with " + started.get(20, TimeUnit.SECONDS));
    } catch (ExecutionException e) {
      return e.getCause() == null ? e : e.getCause();
    }
  }

  protected String note(long id) {
    return lab.sql().text("select note from applications where id = ?", id);
  }

  protected Version version(long id) {
    return Version.of(lab.sql().number("select row_version from applications where id = ?", id));
  }

  protected static Assignments note(String text) {
    return Assignments.set("note", text);
  }
}
