package dev.holdfast.facts;

import dev.holdfast.embedded.PostgresServer;
import dev.holdfast.embedded.TestDatabase;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/** A fresh table for each fact, and sessions that see it. */
@Timeout(60)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class Facts {
  private static final Duration SOON = Duration.ofSeconds(20);

  private final Deque<Session> sessions = new ArrayDeque<>();
  TestDatabase database;

  abstract int major();

  @BeforeAll
  final void createDatabase() {
    database = PostgresServer.shared(major()).createDatabase();
  }

  @AfterAll
  final void dropDatabase() {
    database.close();
  }

  @BeforeEach
  final void createTables() throws SQLException {
    try (Session session = Session.on(database.dataSource())) {
      session.run(
          "drop schema public cascade",
          "create schema public",
          """
          create table lease (
            id int primary key,
            fence bigint not null default 0,
            until timestamptz not null default '-infinity',
            seen timestamptz
          )
          """,
          "insert into lease (id) values (1), (2), (3)");
    }
  }

  @AfterEach
  final void closeSessions() {
    sessions.forEach(Session::close);
    sessions.clear();
  }

  final Session session() throws SQLException {
    Session session = Session.on(database.dataSource());
    sessions.push(session);
    return session;
  }

  /** A session with an open transaction in which these statements were run. */
  final Session begun(String... statements) throws SQLException {
    Session session = session();
    session.run("begin");
    session.run(statements);
    return session;
  }

  /** Returns when the first session waits for a lock that the second one has. */
  final void awaitBlocked(Session waiting, Session holder) throws SQLException {
    String blocked = "select " + holder.pid() + " = any(pg_blocking_pids(" + waiting.pid() + "))";
    try (Session look = Session.on(database.dataSource())) {
      long giveUpAt = System.nanoTime() + SOON.toNanos();
      while (!look.value(blocked).equals("t")) {
        if (System.nanoTime() - giveUpAt > 0) {
          throw new AssertionError("The session does not wait for the other one");
        }
        look.run("select pg_sleep(0.01)");
      }
    }
  }

  /** The database's clock, now. */
  final String clock() throws SQLException {
    try (Session look = Session.on(database.dataSource())) {
      return look.value("select clock_timestamp()");
    }
  }
}
