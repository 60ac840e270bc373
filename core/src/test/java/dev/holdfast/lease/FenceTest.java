package dev.holdfast.lease;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Holdfast;
import dev.holdfast.support.Await;
import dev.holdfast.support.Crowd;
import dev.holdfast.support.EveryIsolation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class FenceTest extends EveryIsolation {

  private static final LeaseOptions BRIEF =
      LeaseOptions.defaults().withTtl(Duration.ofMillis(50)).withoutAutoRenew();

  @Test
  @DisplayName("L7: who holds a resource since when, until when and under which fence is on record")
  void onRecord() {
    // who waits renews once it listens
    Lease lease = lab.open("web-3").leases().tryAcquire("invoice/7").orElseThrow();
    assertThat(
            lab.sql()
                .column(
                    "select concat_ws('|', fence, holder, locked_at, locked_until)"
                        + " = concat_ws('|', ?::bigint, ?::text, ?::timestamptz,"
                        + " ?::timestamptz + interval '5 minutes')"
                        + " from holdfast.lease where resource = 'invoice/7'",
                    lease.fence(),
                    "web-3",
                    lease.grantedAt().toString(),
                    lease.grantedAt().toString()))
        .containsExactly("t");
    LeaseInfo info = lab.open().leases().find("invoice/7").orElseThrow();
    assertThat(info.isHeld()).isTrue();
    assertThat(info.fence()).isEqualTo(lease.fence());
    assertThat(info.tenure()).isNotNull();
    assertThat(info.tenure().holder()).isEqualTo("web-3");
    assertThat(info.tenure().since()).isEqualTo(lease.grantedAt());
  }

  @Test
  @DisplayName("L7: fences rise over release, expiry, forced release and pruning")
  void fencesRise() {
    Holdfast holdfast = lab.open();
    Leases leases = holdfast.leases();
    List<Long> fences = new ArrayList<>();
    Lease released = leases.acquire("x");
    fences.add(released.fence());
    released.release();
    fences.add(leases.acquire("x", BRIEF).fence()); // and runs out
    Lease forced = leases.acquire("x");
    fences.add(forced.fence());
    assertThat(leases.forceRelease("x", forced.fence(), "test")).isTrue();
    prune("x");
    Lease afterPruning = leases.acquire("x");
    fences.add(afterPruning.fence());
    assertThat(fences).containsExactly(1L, 2L, 3L, 4L);
  }

  @Test
  @DisplayName("L7: a pruned resource leaves its fence behind for every name of its bucket")
  void floorOfTheBucket() {
    Leases leases = lab.open().leases();
    for (int i = 0; i < 5; i++) {
      leases.acquire("old").release();
    }
    prune("old");
    assertThat(leases.find("old")).isEmpty();
    assertThat(leases.acquire("old").fence()).isEqualTo(6);
    assertThat(leases.acquire("never seen").fence()).isEqualTo(6);
  }

  @Test
  @DisplayName("L7: pruning never takes a resource that is held")
  void heldIsNotPruned() {
    Lease lease = lab.open().leases().acquire("x");
    lab.sql().run("select holdfast.configure(p_idle_retention => '1 microsecond')");
    lab.sql().run("select holdfast.maintain(0, 1000)");
    assertThat(lab.sql().number("select fence from holdfast.lease")).isEqualTo(lease.fence());
    assertThat(lease.release()).isTrue();
  }

  @Test
  @DisplayName("L7: fences rise while a pruner races those who acquire")
  void pruningRace() {
    lab.sql().run("select holdfast.configure(p_idle_retention => '1 microsecond')");
    Holdfast one = lab.open();
    Holdfast two = lab.open();
    AtomicLong last = new AtomicLong();
    AtomicInteger working = new AtomicInteger(2);
    AtomicBoolean pruned = new AtomicBoolean();
    Crowd.of(3)
        .run(
            no -> {
              if (no == 2) {
                while (working.get() > 0) {
                  pruneQuietly();
                  pruned.set(floor() > 0);
                }
                return;
              }
              try {
                Leases leases = (no == 0 ? one : two).leases();
                for (int i = 0; i < 40 || (!pruned.get() && i < 2_000); i++) {
                  Lease lease = leases.acquire("x");
                  long before = last.getAndSet(lease.fence());
                  assertThat(lease.fence()).isGreaterThan(before);
                  assertThat(lease.release()).isTrue();
                }
              } finally {
                working.decrementAndGet();
              }
            });
    assertThat(last.get()).isGreaterThanOrEqualTo(80);
    assertThat(floor()).as("the pruner did prune").isPositive();
  }

  private long floor() {
    return lab.sql().number("select fence_floor from holdfast.bucket where bucket = 0");
  }

  @Test
  @DisplayName("L7: a request repeated with its token gets the same fence, even when others wait")
  void repeatedRequest() {
    String request =
        """
        select outcome || ' ' || fence from holdfast.acquire_leases(
          0, '00000000-0000-0000-0000-000000000001', false, '{x}', array[sha256('token')],
          '{60000}', '{me}', '{null}', '{2}', false)
        """;
    assertThat(inReadCommitted(request)).contains("granted 1");
    // another process queues up behind; then the answer that was lost is asked for again
    lab.sql()
        .run(
            "insert into holdfast.waiter values (0, 'x', gen_random_uuid(), 'other',"
                + " clock_timestamp(), clock_timestamp() + interval '1 minute')");
    assertThat(inReadCommitted(request)).contains("granted 1");
  }

  @Test
  @DisplayName("L7: a name pruned, then made again by a refused group, keeps its fence")
  void refusedGroupAfterPruning() {
    // The row that a refused group made once started at 0 and missed the floor when granted later.
    Leases leases = lab.open().leases();
    for (int i = 0; i < 5; i++) {
      leases.acquire("x").release();
    }
    prune("x");
    lab.open("holder").leases().acquire("held");
    assertThat(leases.tryAcquireAll(List.of("held", "x"), LeaseOptions.defaults())).isEmpty();
    assertThat(leases.acquire("x").fence()).isGreaterThan(5);
  }

  private Optional<String> inReadCommitted(String query) {
    try (var connection = lab.dataSource().getConnection()) {
      connection.setTransactionIsolation(java.sql.Connection.TRANSACTION_READ_COMMITTED);
      return dev.holdfast.support.Sql.column(connection, query).stream().findFirst();
    } catch (java.sql.SQLException e) {
      throw new AssertionError(e);
    }
  }

  private void prune(String resource) {
    lab.sql().run("select holdfast.configure(p_idle_retention => '1 microsecond')");
    Await.until(
        resource + " is pruned",
        () -> {
          pruneQuietly();
          return lab.sql()
              .text("select not exists (select from holdfast.lease where resource = ?)", resource)
              .equals("t");
        });
  }

  /** Under REPEATABLE READ a pruner may meet a concurrent change, and comes back later. */
  private void pruneQuietly() {
    try (var connection = lab.dataSource().getConnection();
        var statement = connection.createStatement()) {
      statement.execute(
          "begin isolation level read committed; select holdfast.maintain(0, 1000); commit");
    } catch (java.sql.SQLException e) {
      assertThat(e.getSQLState()).isIn("40001", "55P03");
    }
  }
}
