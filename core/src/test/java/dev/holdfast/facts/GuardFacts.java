package dev.holdfast.facts;

import static dev.holdfast.facts.Session.OK;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.Future;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The lease row locked FOR KEY SHARE in the writer's transaction: who gets past it. */
abstract class GuardFacts extends Facts {
  private static final String GUARD = "select from lease where id = 1 for key share";
  private static final String RENEW = "update lease set until = clock_timestamp() where id = 1";
  private static final String TAKE_OVER = "select id from lease where id = 1 for update";
  private static final String RAISE_FENCE = "update lease set fence = fence + 1 where id = 1";
  private static final String LOCK_NOT_AVAILABLE = "55P03";
  private static final String SERIALIZATION_FAILURE = "40001";

  @Test
  @DisplayName("6: a renewal (UPDATE of no key) passes a guard [renewal during guarded writes]")
  void renewalPasses() throws Exception {
    begun(GUARD);
    Session renewer = session();
    renewer.run("set lock_timeout = '100ms'");
    assertThat(renewer.state(RENEW)).isEqualTo(OK);
  }

  @Test
  @DisplayName("6: a takeover FOR UPDATE waits for the guard, however long [guard]")
  void takeoverWaits() throws Exception {
    Session guard = begun(GUARD);
    Session taker = session();
    Future<String> taking = taker.start(TAKE_OVER);
    awaitBlocked(taker, guard);
    guard.run("commit");
    assertThat(Session.result(taking)).isEqualTo("1");
  }

  @Test
  @DisplayName("6: SKIP LOCKED skips a guarded row [a batch of acquires never waits]")
  void skipLockedSkips() throws Exception {
    begun(GUARD);
    assertThat(session().column("select id from lease order by id for update skip locked"))
        .containsExactly("2", "3");
  }

  @Test
  @DisplayName("6: a takeover by plain UPDATE slips past the guard [why takeovers lock FOR UPDATE]")
  void plainUpdateSlipsPast() throws Exception {
    begun(GUARD);
    Session taker = session();
    taker.run("set lock_timeout = '100ms'");
    assertThat(taker.state(RAISE_FENCE)).isEqualTo(OK);
  }

  @Test
  @DisplayName("6: a guard FOR SHARE would block the renewal [why it is FOR KEY SHARE]")
  void shareBlocksRenewal() throws Exception {
    begun("select from lease where id = 1 for share");
    Session renewer = session();
    renewer.run("set lock_timeout = '100ms'");
    assertThat(renewer.state(RENEW)).isEqualTo(LOCK_NOT_AVAILABLE);
  }

  @Test
  @DisplayName("6: guards do not block each other [guarded writes from many threads]")
  void guardsShare() throws Exception {
    begun(GUARD);
    assertThat(session().state(GUARD + " nowait")).isEqualTo(OK);
  }

  @Test
  @DisplayName(
      "6: under REPEATABLE READ a late guard outlives a renewal, and takeovers wait [guard]")
  void lateGuardAfterRenewal() throws Exception {
    Session writer = snapshotHeldBy("select fence from lease where id = 2");
    session().run(RENEW);
    assertThat(writer.state(GUARD)).isEqualTo(OK);
    Session taker = session();
    Future<String> taking = taker.start(TAKE_OVER);
    awaitBlocked(taker, writer);
    writer.run("commit");
    assertThat(Session.result(taking)).isEqualTo("1");
  }

  @Test
  @DisplayName("6: under REPEATABLE READ a late guard fails after a takeover FOR UPDATE [guard]")
  void lateGuardAfterTakeover() throws Exception {
    Session writer = snapshotHeldBy("select fence from lease where id = 2");
    begun(TAKE_OVER, RAISE_FENCE).run("commit");
    assertThat(writer.state(GUARD)).isEqualTo(SERIALIZATION_FAILURE);
  }

  @Test
  @DisplayName("6: … also if a renewal or release came before the takeover [guard]")
  void lateGuardAfterReleaseAndTakeover() throws Exception {
    Session writer = snapshotHeldBy("select fence from lease where id = 2");
    session().run(RENEW);
    begun(TAKE_OVER, RAISE_FENCE).run("commit");
    assertThat(writer.state(GUARD)).isEqualTo(SERIALIZATION_FAILURE);
  }

  @Test
  @DisplayName("6: … but passes after one by plain UPDATE [why takeovers lock FOR UPDATE]")
  void lateGuardAfterPlainTakeover() throws Exception {
    Session writer = snapshotHeldBy("select fence from lease where id = 2");
    session().run(RAISE_FENCE);
    assertThat(writer.value("select fence from lease where id = 1 and fence = 0 for key share"))
        .as("the fence that the stale guard still finds")
        .isEqualTo("0");
  }

  private Session snapshotHeldBy(String firstStatement) throws Exception {
    Session session = session();
    session.run("begin isolation level repeatable read", firstStatement);
    return session;
  }

  @Test
  @DisplayName("6: under READ COMMITTED a guard may come late [guard(connection)]")
  void lateGuardUnderReadCommitted() throws Exception {
    Session writer = begun("select fence from lease where id = 2");
    session().run(RENEW);
    assertThat(writer.state(GUARD)).isEqualTo(OK);
  }

  @Test
  @DisplayName("6: a guard that waits for a takeover sees the new fence, not the old [guard]")
  void guardSeesTakeover() throws Exception {
    Session taker = begun(TAKE_OVER, RAISE_FENCE);
    Session writer = session();
    Future<String> guarding =
        writer.start("select id from lease where id = 1 and fence = 0 for key share");
    awaitBlocked(writer, taker);
    taker.run("commit");
    assertThat(Session.result(guarding)).isEqualTo("nothing");
  }
}
