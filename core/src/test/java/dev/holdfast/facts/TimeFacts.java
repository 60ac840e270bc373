package dev.holdfast.facts;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.Future;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Which clock shows what, and when it is read. */
abstract class TimeFacts extends Facts {

  @Test
  @DisplayName("1: now() stands still in a transaction, clock_timestamp() goes on [lease expiry]")
  void nowStandsStill() throws Exception {
    Session session = begun();
    session.run("select pg_sleep(0.3)");
    assertThat(session.value("select now() + interval '0.2 s' < clock_timestamp()"))
        .as("a grant of 0.2 s made with now() is over before it is made")
        .isEqualTo("t");
  }

  @Test
  @DisplayName("2: UPDATE reads the clock before it waits, if the blocker only locked [acquire]")
  void updateReadsClockBeforeWaiting() throws Exception {
    assertThat(waitedUpdate("select from lease where id = 1 for update", "rollback"))
        .as("the time written is later than the end of the wait")
        .isEqualTo("f");
  }

  @Test
  @DisplayName("2: … also if the blocker's change was rolled back [acquire]")
  void updateReadsClockBeforeWaitingForRollback() throws Exception {
    assertThat(waitedUpdate("update lease set fence = fence + 1 where id = 1", "rollback"))
        .isEqualTo("f");
  }

  @Test
  @DisplayName("2: … and after the wait only if the row was changed [acquire]")
  void updateReadsClockAgainAfterChange() throws Exception {
    assertThat(waitedUpdate("update lease set fence = fence + 1 where id = 1", "commit"))
        .isEqualTo("t");
  }

  private String waitedUpdate(String blockerDoes, String blockerEnds) throws Exception {
    Session blocker = begun(blockerDoes);
    Session waiter = session();
    Future<String> waiting =
        waiter.start("update lease set seen = clock_timestamp() where id = 1 returning seen");
    return laterThanWait(blocker, blockerEnds, waiter, waiting);
  }

  private String laterThanWait(Session blocker, String end, Session waiter, Future<String> waiting)
      throws Exception {
    awaitBlocked(waiter, blocker);
    String waited = clock();
    blocker.run(end);
    String seen = Session.result(waiting);
    return session().value("select timestamptz '" + seen + "' > timestamptz '" + waited + "'");
  }

  @Test
  @DisplayName("2: the select list of FOR UPDATE is computed before the wait [acquire]")
  void selectListBeforeWaiting() throws Exception {
    Session blocker = begun("select from lease where id = 1 for update");
    Session waiter = session();
    Future<String> waiting =
        waiter.start("select clock_timestamp() from lease where id = 1 for update");
    assertThat(laterThanWait(blocker, "rollback", waiter, waiting)).isEqualTo("f");
  }

  @Test
  @DisplayName("2: lock first, read the clock in the next statement of the function [acquire]")
  void lockFirstThenClock() throws Exception {
    session()
        .run(
            """
            create function take() returns timestamptz language plpgsql as $$
            begin
              perform from lease where id = 1 for update;
              return clock_timestamp();
            end $$
            """);
    Session blocker = begun("select from lease where id = 1 for update");
    Session waiter = session();
    Future<String> waiting = waiter.start("select take()");
    assertThat(laterThanWait(blocker, "rollback", waiter, waiting)).isEqualTo("t");
  }

  @Test
  @DisplayName("3: ON CONFLICT DO UPDATE reads the clock after locking [rejected design]")
  void onConflictReadsClockAfterLocking() throws Exception {
    assertThat(waitedUpsert("clock_timestamp()")).isEqualTo("t");
  }

  @Test
  @DisplayName("3: … but EXCLUDED was computed before [never take an expiry from it]")
  void excludedIsComputedBefore() throws Exception {
    assertThat(waitedUpsert("excluded.seen")).isEqualTo("f");
  }

  private String waitedUpsert(String seen) throws Exception {
    Session blocker = begun("select from lease where id = 1 for update");
    Session waiter = session();
    Future<String> waiting =
        waiter.start(
            """
            insert into lease (id, seen)
            values (1, clock_timestamp())
            on conflict (id) do update
              set seen = %s
            returning seen
            """
                .formatted(seen));
    return laterThanWait(blocker, "rollback", waiter, waiting);
  }

  @Test
  @DisplayName("4: request time + ttl is before the database's expiry, answer time + ttl after it")
  void deadlineCountsFromTheRequest() throws Exception {
    Session session = session();
    long ttl = 10_000_000_000L;
    long beforeRequest = System.nanoTime();
    session.run(
        "update lease set until = clock_timestamp() + interval '10 s' where id = 1",
        "select pg_sleep(0.1)");
    long answered = System.nanoTime();
    String left = "extract(epoch from until - clock_timestamp()) * 1e9";
    long nanosLeft = session.number("select (" + left + ")::bigint from lease where id = 1");
    // The expiry on this JVM's clock lies between these two.
    assertThat(beforeRequest + ttl).isLessThanOrEqualTo(System.nanoTime() + nanosLeft);
    assertThat(answered + ttl).isGreaterThan(answered + nanosLeft);
  }
}
