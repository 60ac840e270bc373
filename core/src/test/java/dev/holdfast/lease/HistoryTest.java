package dev.holdfast.lease;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Holdfast;
import dev.holdfast.lease.PastLease.Ending;
import dev.holdfast.support.Await;
import dev.holdfast.support.EveryIsolation;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class HistoryTest extends EveryIsolation {

  private static final LeaseOptions BRIEF =
      LeaseOptions.defaults().withTtl(Duration.ofMillis(50)).withoutAutoRenew();

  @Test
  @DisplayName("L8: the history tells grants, releases, losses and forced releases, who and why")
  void history() {
    Holdfast holdfast = lab.open("worker");
    Leases leases = holdfast.leases();
    leases.acquire("x", LeaseOptions.defaults().withAttributes(Map.of("job", "17"))).release();
    leases.acquire("x", BRIEF);
    Lease forced = leases.acquire("x");
    lab.open("admin").leases().forceRelease("x", forced.fence(), "stuck since noon");
    Lease running = leases.acquire("x");

    List<PastLease> history = leases.history("x", 10);
    assertThat(history).extracting(PastLease::fence).containsExactly(4L, 3L, 2L, 1L);
    assertThat(history).extracting(PastLease::holder).containsOnly("worker");
    assertThat(history.get(0).end()).as("the running one").isNull();
    assertThat(history.get(0).since()).isEqualTo(running.grantedAt());
    PastLease.End force = ending(history.get(1));
    assertThat(force.ending()).isEqualTo(Ending.FORCED);
    assertThat(force.by()).isEqualTo("admin");
    assertThat(force.reason()).isEqualTo("stuck since noon");
    assertThat(ending(history.get(2)).ending()).isEqualTo(Ending.EXPIRED);
    assertThat(ending(history.get(2)).at())
        .as("it ended when it ran out, not when it was taken over")
        .isEqualTo(history.get(2).since().plusMillis(50));
    assertThat(ending(history.get(3)).ending()).isEqualTo(Ending.RELEASED);
    assertThat(history.get(3).attributes()).containsExactly(Map.entry("job", "17"));
  }

  @Test
  @DisplayName("L8: a lease that ran out and that nobody took over is expired in the history")
  void expiredNotTaken() {
    Leases leases = lab.open().leases();
    leases.acquire("x", BRIEF);
    Await.until("it ended", () -> leases.find("x").orElseThrow().state() == LeaseState.EXPIRED);
    assertThat(ending(leases.history("x", 1).get(0)).ending()).isEqualTo(Ending.EXPIRED);
  }

  @Test
  @DisplayName("L8: what is older than the retention goes, a bounded number at a time")
  void retention() {
    Leases leases = lab.open().leases();
    for (int i = 0; i < 30; i++) {
      leases.acquire("x").release();
    }
    lab.sql().run("select holdfast.configure(p_history_retention => '1 hour')");
    lab.sql()
        .run(
            "update holdfast.past_lease set ended_at = ended_at - interval '2 hours'"
                + " where fence <= 25");
    assertThat(lab.sql().number("select forgotten from holdfast.maintain(0, 10)")).isEqualTo(10);
    assertThat(lab.sql().number("select forgotten from holdfast.maintain(0, 1000)")).isEqualTo(15);
    assertThat(leases.history("x", 100))
        .extracting(PastLease::fence)
        .containsExactly(30L, 29L, 28L, 27L, 26L);
  }

  @Test
  @DisplayName("L8: with a retention of zero no history is kept")
  void noHistory() {
    lab.sql().run("select holdfast.configure(p_history_retention => '0')");
    Leases leases = lab.open().leases();
    leases.acquire("x").release();
    leases.acquire("x", BRIEF);
    Lease last = leases.acquire("x");
    assertThat(leases.history("x", 10)).hasSize(1);
    assertThat(lab.sql().number("select count(*) from holdfast.past_lease")).isZero();
    assertThat(last.release()).isTrue();
  }

  @Test
  @DisplayName("L5: a release asked twice, its answer lost, says that it was ours, history or not")
  void repeatedRelease() throws java.sql.SQLException {
    for (String retention : List.of("7 days", "0")) {
      lab.sql().run("select holdfast.configure(p_history_retention => ?::interval)", retention);
      Lease lease = lab.open().leases().acquire("kept " + retention);
      assertThat(lease.release()).isTrue();
      try (var connection = lab.dataSource().getConnection()) {
        connection.setTransactionIsolation(java.sql.Connection.TRANSACTION_READ_COMMITTED);
        assertThat(
                dev.holdfast.support.Sql.column(
                    connection,
                    "select outcome from holdfast.release_leases(0, false, array[?::text],"
                        + " array[?::bigint], array[?::uuid])",
                    lease.resource(),
                    lease.fence(),
                    lease.token().value()))
            .as(retention)
            .containsExactly("released");
      }
    }
  }

  @Test
  @DisplayName("L8: a forced release of another fence than the current one touches nobody")
  void forcedBySuccessor() {
    Leases leases = lab.open().leases();
    Lease old = leases.acquire("x");
    old.release();
    Lease current = leases.acquire("x");
    assertThat(leases.forceRelease("x", old.fence(), "too late")).isFalse();
    assertThat(leases.forceRelease("x", current.fence() + 1, "too early")).isFalse();
    assertThat(leases.forceRelease("unknown", 1, "nobody")).isFalse();
    assertThat(current.release()).isTrue();
  }

  @Test
  @DisplayName("L8: resources are listed in the order of their names, by prefix, state and page")
  void listing() {
    Leases leases = lab.open().leases();
    for (String name : List.of("b/2", "a/1", "b/1", "b/3", "c")) {
      leases.acquire(name);
    }
    leases.acquire("b/0").release();
    LeaseQuery ofB = LeaseQuery.all().withPrefix("b/");
    assertThat(names(leases.list(LeaseQuery.all())))
        .containsExactly("a/1", "b/0", "b/1", "b/2", "b/3", "c");
    assertThat(names(leases.list(ofB.withState(LeaseState.HELD))))
        .containsExactly("b/1", "b/2", "b/3");
    assertThat(names(leases.list(ofB.withState(LeaseState.FREE)))).containsExactly("b/0");
    assertThat(names(leases.list(ofB.withLimit(2)))).containsExactly("b/0", "b/1");
    assertThat(names(leases.list(ofB.withLimit(2).withAfter("b/1")))).containsExactly("b/2", "b/3");
  }

  private static List<String> names(List<LeaseInfo> infos) {
    return infos.stream().map(LeaseInfo::resource).toList();
  }

  private static PastLease.End ending(PastLease lease) {
    PastLease.End end = lease.end();
    if (end == null) {
      throw new AssertionError(lease + " has not ended");
    }
    return end;
  }
}
