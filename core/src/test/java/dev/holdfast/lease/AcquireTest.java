package dev.holdfast.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.holdfast.Holdfast;
import dev.holdfast.HoldfastSettings;
import dev.holdfast.LeaseHeldException;
import dev.holdfast.support.Await;
import dev.holdfast.support.CountingDataSource;
import dev.holdfast.support.EveryIsolation;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class AcquireTest extends EveryIsolation {

  private static final LeaseOptions AT_ONCE = LeaseOptions.defaults().withWait(Duration.ZERO);

  @Test
  @DisplayName("L1: acquiring is one round trip, so is releasing, and starting takes two at most")
  void oneRoundTrip() {
    CountingDataSource counting = new CountingDataSource(lab.dataSource());
    Holdfast holdfast = lab.open(counting.dataSource(), HoldfastSettings.defaults());
    assertThat(counting.executed()).as("starting").hasSizeLessThanOrEqualTo(2);
    // the first call finds out about the isolation; the protocol itself is counted from the second
    // on
    assertThat(holdfast.leases().acquire("warm-up", AT_ONCE).release()).isTrue();

    counting.reset();
    Lease lease = holdfast.leases().acquire("instance/1", AT_ONCE);
    assertThat(counting.executedForLeases()).as("acquiring").hasSize(1);
    assertThat(holdfast.leases().tryAcquire("instance/1")).isEmpty();
    assertThat(counting.executedForLeases()).as("a refusal").hasSize(2);
    assertThat(lease.release()).isTrue();
    assertThat(counting.executedForLeases()).as("releasing").hasSize(3);
  }

  @Test
  @DisplayName("L1: a lease lasts five minutes unless the caller says otherwise")
  void timeGivenByTheCaller() {
    Holdfast holdfast = lab.open();
    Lease usual = holdfast.leases().tryAcquire("usual").orElseThrow(); // who waits listens, renews
    Lease brief = holdfast.leases().acquire("brief", AT_ONCE.withTtl(Duration.ofSeconds(7)));
    assertThat(usual.ttl()).isEqualTo(Duration.ofMinutes(5));
    assertThat(usual.isHeld()).isTrue();
    assertThat(brief.ttl()).isEqualTo(Duration.ofSeconds(7));
    assertThat(secondsGranted("usual")).isEqualTo(300);
    assertThat(secondsGranted("brief")).isEqualTo(7);
  }

  @Test
  @DisplayName("L2: a held resource is refused at once, with who holds it, since when, until when")
  void refusalNamesTheHolder() {
    Lease lease = lab.open("worker-1").leases().acquire("instance/2", AT_ONCE);
    Holdfast other = lab.open("worker-2");
    assertThat(other.leases().tryAcquire("instance/2")).isEmpty();
    assertThatThrownBy(() -> other.leases().acquire("instance/2", AT_ONCE))
        .isInstanceOfSatisfying(
            LeaseHeldException.class,
            held -> {
              assertThat(held.resource()).isEqualTo("instance/2");
              assertThat(held.holder()).isEqualTo("worker-1");
              assertThat(held.fence()).isEqualTo(lease.fence());
              assertThat(held.since()).isEqualTo(lease.grantedAt());
              assertThat(held.until())
                  .isCloseTo(
                      lease.grantedAt().plus(Duration.ofMinutes(5)), within(1, ChronoUnit.MILLIS));
              assertThat(held.waited()).isEqualTo(Duration.ZERO);
              assertThat(held).hasMessageContainingAll("instance/2", "worker-1", "fence 1");
            });
  }

  @Test
  @DisplayName("L2: a refused try waits for nobody, even if a transaction has the row locked")
  void refusedAtOnceWhileGuarded() {
    Lease lease = lab.open("worker-1").leases().acquire("instance/3");
    Holdfast other = lab.open("worker-2");
    other.leases().tryAcquire("warm-up");
    lease.inTransaction(
        tx -> {
          long start = System.nanoTime();
          assertThat(other.leases().tryAcquire("instance/3")).isEmpty();
          assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(8));
          return 0;
        });
  }

  @Test
  @DisplayName("L2: a refused try writes nothing")
  void refusedTryWritesNoWal() {
    Holdfast holdfast = lab.open();
    assertThat(holdfast.leases().tryAcquire("instance/4")).isPresent(); // who waits listens, renews
    // not on the server's WAL position: other tests may run there; on what this database writes
    lab.sql().run("vacuum");
    String before = rowVersions();
    for (int i = 0; i < 50; i++) {
      assertThat(holdfast.leases().tryAcquire("instance/4")).isEmpty();
    }
    assertThat(rowVersions()).isEqualTo(before);
  }

  @Test
  @DisplayName("L4: a hundred leases need two connections at most, and none has a transaction open")
  void noConnectionWhileTheWorkRuns() {
    Holdfast holdfast = lab.open();
    List<Lease> leases = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      leases.add(holdfast.leases().acquire("instance/" + i));
    }
    // what was closed is there until its process has ended; the push connection renews once
    Await.until("two connections at most", () -> connections("true") <= 2);
    Await.until("no transaction is open", () -> connections("xact_start is not null") == 0);
    assertThat(leases).allMatch(Lease::isHeld);
  }

  private long connections(String which) {
    return lab.sql()
        .number(
            "select count(*) from pg_stat_activity where datname = current_database()"
                + " and pid <> pg_backend_pid() and backend_type = 'client backend' and ("
                + which
                + ")");
  }

  private long secondsGranted(String resource) {
    return lab.sql()
        .number(
            "select extract(epoch from locked_until - locked_at)::integer"
                + " from holdfast.lease where resource = ?",
            resource);
  }

  /** Every row that a lock or a write would have marked. */
  private String rowVersions() {
    return lab.sql()
        .text(
            "select string_agg(concat(ctid, ' ', xmin, ' ', xmax), ',' order by resource)"
                + " || ' ' || (select count(*) from holdfast.waiter)"
                + " || ' ' || (select count(*) from holdfast.past_lease) from holdfast.lease");
  }
}
