package dev.holdfast.facts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.embedded.PostgresServer;
import dev.holdfast.embedded.TestDatabase;
import java.sql.SQLException;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What only shows on a server that may be killed or set up strangely. */
@Timeout(120)
abstract class CrashFacts {

  abstract int major();

  @Test
  @DisplayName("8: nextval can repeat after a crash, a committed row counter can't [the fence]")
  void fencesOverACrash() throws Exception {
    try (PostgresServer server = PostgresServer.start(major());
        TestDatabase database = server.createDatabase()) {
      long sequence;
      try (Session session = Session.on(database.dataSource())) {
        session.run(
            "create sequence s",
            "create table lease (fence bigint)",
            "insert into lease values (0)",
            "update lease set fence = fence + 1");
        // Handed out to somebody, though no commit has made it durable.
        session.run("begin");
        sequence = session.number("select nextval('s')");
        server.kill();
      }
      server.start();
      try (Session session = Session.on(database.dataSource())) {
        assertThat(session.number("select nextval('s')")).isEqualTo(sequence);
        assertThat(session.number("update lease set fence = fence + 1 returning fence"))
            .isEqualTo(2);
      }
    }
  }

  @Test
  @DisplayName(
      "14: after a crash ids are given out again, and pg_stat_wal tells of it [CommitUnknown]")
  void idsOverACrash() throws Exception {
    try (PostgresServer server = PostgresServer.start(major());
        TestDatabase database = server.createDatabase()) {
      String id;
      String reset = "select stats_reset > timestamptz '%s' from pg_stat_wal";
      String before;
      try (Session session = Session.on(database.dataSource())) {
        session.run("begin");
        id = session.value("select pg_current_xact_id()");
        before = session.value("select clock_timestamp()");
        assertThat(session.value(reset.formatted(before))).isEqualTo("f");
        server.kill();
      }
      server.start();
      try (Session session = Session.on(database.dataSource())) {
        assertThat(useUp(session, id)).as("somebody else's transaction").isEqualTo(id);
        assertThat(session.value("select pg_xact_status('" + id + "')")).isEqualTo("committed");
        assertThat(session.value(reset.formatted(before))).isEqualTo("t");
      }
    }
  }

  /** Commits transactions until one has this id or a higher one; its id. */
  private static String useUp(Session session, String id) throws SQLException {
    String last = "0";
    for (int i = 0; i < 1_000 && Long.parseLong(last) < Long.parseLong(id); i++) {
      last = session.value("select pg_current_xact_id()");
    }
    return last;
  }

  @Test
  @DisplayName("18: NOTIFY holds one lock for all until its commit is done [notify if one waits]")
  void notifySerializesCommits() throws Exception {
    Map<String, String> waitsForStandby = Map.of("synchronous_standby_names", "nobody");
    try (PostgresServer server = PostgresServer.start(major(), waitsForStandby);
        Session slow = open(server, "on");
        Session notifier = open(server, "local");
        Session other = open(server, "local")) {
      slow.run("begin", "create table written ()", "notify a");
      Future<String> slowCommit = slow.start("commit");
      awaitStandby(other, slow);
      Future<String> waiting = notifier.start("notify b");
      assertThatThrownBy(() -> waiting.get(300, TimeUnit.MILLISECONDS))
          .as("a NOTIFY behind another one's commit")
          .isInstanceOf(TimeoutException.class);
      awaitBlocked(other, notifier, slow);
      other.run("create table no_notify ()");
      other.run("select pg_terminate_backend(" + slow.pid() + ")");
      assertThat(Session.result(waiting)).isEqualTo("nothing");
      assertThat(slowCommit).failsWithin(30, TimeUnit.SECONDS);
    }
  }

  private static Session open(PostgresServer server, String synchronousCommit) throws SQLException {
    Session session = Session.on(server.dataSource("postgres"));
    session.run("set synchronous_commit = " + synchronousCommit);
    return session;
  }

  private static void awaitBlocked(Session look, Session waiting, Session holder)
      throws SQLException {
    String blockers = "select pg_blocking_pids(" + waiting.pid() + ")";
    String expected = "{" + holder.pid() + "}";
    for (int i = 0; i < 1_000 && !look.value(blockers).equals(expected); i++) {
      look.run("select pg_sleep(0.01)");
    }
    assertThat(look.value(blockers)).isEqualTo(expected);
  }

  private static void awaitStandby(Session look, Session waiting) throws SQLException {
    String event = "select wait_event from pg_stat_activity where pid = " + waiting.pid();
    for (int i = 0; i < 1_000 && !look.value(event).equals("SyncRep"); i++) {
      look.run("select pg_sleep(0.01)");
    }
    assertThat(look.value(event)).isEqualTo("SyncRep");
  }
}
