package dev.holdfast.facts;

import static dev.holdfast.facts.Session.OK;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.concurrent.Future;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What bounds a wait, and what only seems to. */
abstract class BoundFacts extends Facts {
  private static final String LOCK_NOT_AVAILABLE = "55P03";
  private static final String QUERY_CANCELED = "57014";
  private static final String UNDEFINED_OBJECT = "42704";
  private static final String TRANSACTION_TIMEOUT = "25P04";
  private static final String INVALID_PARAMETER = "22023";
  private static final String LOCK_1 = "select from lease where id = 1 for update";

  @Test
  @DisplayName("9: set_config in FROM bounds the locking of that same statement [row locks]")
  void setConfigInFrom() throws Exception {
    begun(LOCK_1);
    assertThat(
            session()
                .state(
                    """
                    select l.id
                    from (select set_config('lock_timeout', '100ms', true)) as s, lease as l
                    where l.id = 1
                    for update of l
                    """))
        .isEqualTo(LOCK_NOT_AVAILABLE);
  }

  @Test
  @DisplayName("9: set_config in what a row is set to bounds the wait for that row [versions]")
  void setConfigInAssignment() throws Exception {
    Session holder = begun(LOCK_1);
    String update =
        """
        update lease
        set fence = case when set_config('lock_timeout', '100ms', true) is not null then 7 end
        where id = 1
        """;
    assertThat(session().state(update)).isEqualTo(LOCK_NOT_AVAILABLE);
    holder.run(
        "create function as_is() returns trigger language plpgsql as 'begin return new; end'",
        "create trigger as_is before update on lease for each row execute function as_is()",
        "commit",
        "begin",
        LOCK_1);
    assertThat(session().state(update)).as("locked for a trigger").isEqualTo(LOCK_NOT_AVAILABLE);
  }

  @Test
  @DisplayName("9: lock_timeout counts anew for each wait [the deadline is kept in Java]")
  void countsEachWait() throws Exception {
    Session one = begun(LOCK_1);
    Session two = begun("select from lease where id = 2 for update");
    Session waiter = begun("set local lock_timeout = '3s'");
    long start = System.nanoTime();
    Future<String> waiting =
        waiter.start("select count(*) from (select id from lease order by id for update) as l");
    awaitBlocked(waiter, one);
    session().run("select pg_sleep(1.6)");
    one.run("commit");
    awaitBlocked(waiter, two);
    session().run("select pg_sleep(1.6)");
    two.run("commit");
    assertThat(Session.result(waiting)).isEqualTo("3");
    assertThat(System.nanoTime() - start)
        .as("longer than the timeout")
        .isGreaterThan(3_000_000_000L);
  }

  @Test
  @DisplayName("9: a lock_timeout of 0 means for ever [it is refused as a setting]")
  void zeroIsForEver() throws Exception {
    begun(LOCK_1);
    Session waiter = session();
    waiter.run("set lock_timeout = 0", "set statement_timeout = '300ms'");
    assertThat(waiter.state(LOCK_1)).isEqualTo(QUERY_CANCELED);
  }

  @Test
  @DisplayName("a SET lock_timeout clause bounds waits in the function [protocol functions]")
  void functionClauseBoundsWaits() throws Exception {
    begun(LOCK_1);
    Session waiter = session();
    waiter.run(
        """
        create function take() returns void language plpgsql
        set lock_timeout = '100ms' as $$
        begin
          perform from lease where id = 1 for update;
        end $$
        """);
    assertThat(waiter.state("select take()")).isEqualTo(LOCK_NOT_AVAILABLE);
    assertThat(waiter.value("show lock_timeout")).as("afterwards").isEqualTo("0");
  }

  @Test
  @DisplayName(
      "a local set_config outlives a function with a SET clause for another setting [guard]")
  void localSettingOutlivesFunction() throws Exception {
    Session session = begun();
    session.run(
        """
        create function guard() returns void language plpgsql
        set lock_timeout = '100ms' as $$
        begin
          perform set_config('statement_timeout', '7s', true);
          perform set_config('lock_timeout', '7s', true);
        end $$
        """,
        "select guard()");
    assertThat(session.value("show statement_timeout")).isEqualTo("7s");
    assertThat(session.value("show lock_timeout")).as("the clause's own setting").isEqualTo("0");
    session.run("commit");
    assertThat(session.value("show statement_timeout")).as("after the end").isEqualTo("0");
  }

  @Test
  @DisplayName("6: transaction_timeout set in a transaction ends it, from 17 on [guarded writes]")
  void transactionTimeout() throws Exception {
    Session session = begun();
    String set = session.probe("set local transaction_timeout = '1s'");
    assertThat(set).isEqualTo(major() >= 17 ? OK : UNDEFINED_OBJECT);
    assumeTrue(major() >= 17, "PostgreSQL " + major() + " has no transaction_timeout");
    session.run("set local transaction_timeout = '1s'");
    assertThat(session.state("select pg_sleep(10)")).isEqualTo(TRANSACTION_TIMEOUT);
    assertThat(session.connection().isClosed()).as("the connection is gone").isTrue();
  }

  @Test
  @DisplayName(
      "6: idle_in_transaction_session_timeout ends an idle guard [guarded writes before 17]")
  void idleInTransaction() throws Exception {
    Session idle = begun(LOCK_1, "set local idle_in_transaction_session_timeout = '200ms'");
    Session waiter = session();
    assertThat(Session.result(waiter.start("select id from lease where id = 1 for update")))
        .isEqualTo("1");
    assertThat(idle.state("select 1")).isNotEqualTo(OK);
  }

  @Test
  @DisplayName("18: a NOTIFY payload has at most 7,999 bytes [wake-ups name resources by hash]")
  void notifyPayload() throws Exception {
    Session session = session();
    assertThat(session.state("select pg_notify('c', repeat('x', 7999))")).isEqualTo(OK);
    assertThat(session.state("select pg_notify('c', repeat('x', 8000))"))
        .isEqualTo(INVALID_PARAMETER);
  }
}
