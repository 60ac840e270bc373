package dev.holdfast.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.Holdfast;
import dev.holdfast.HoldfastSettings;
import dev.holdfast.LeaseHeldException;
import dev.holdfast.OverloadedException;
import dev.holdfast.RequestFailedException;
import dev.holdfast.support.Await;
import dev.holdfast.support.Crowd;
import dev.holdfast.support.Isolation;
import dev.holdfast.support.Lab;
import dev.holdfast.support.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class DispatcherTest {

  private final Lab lab = new Lab(Isolation.READ_COMMITTED);

  @AfterEach
  void close() {
    lab.close();
  }

  @Test
  @DisplayName("L13: a name that another open transaction is making harms no other lease")
  void poison() throws SQLException {
    // Holding a lease of a few seconds made the answer's timeout shorter than the wait for that
    // name: the
    // call
    // broke off, the same batch was sent again, and nothing else went on.
    Holdfast holdfast = lab.open();
    Leases leases = holdfast.leases();
    Lease renewed =
        leases.acquire("renewed", LeaseOptions.defaults().withTtl(Duration.ofSeconds(4)));
    AtomicBoolean lost = new AtomicBoolean();
    renewed.onLost(l -> lost.set(true));
    try (Connection open = lab.dataSource().getConnection()) {
      open.setAutoCommit(false);
      Sql.run(open, "select holdfast.acquire('poison', '1 minute', 'psql')");
      CompletableFuture<Lease> stuck =
          leases
              .acquireAsync("poison", LeaseOptions.defaults().withWait(Duration.ofMinutes(2)))
              .toCompletableFuture();
      long start = System.nanoTime();
      int rounds = 0;
      // each of them fails where nothing else goes on
      while (rounds < 6 || System.nanoTime() - start < Duration.ofSeconds(5).toNanos()) {
        assertThat(leases.acquire("other").release()).isTrue();
        rounds++;
      }
      assertThat(lost).isFalse();
      assertThat(renewed.isHeld()).isTrue();
      assertThat(stuck).isNotDone();
      open.rollback();
      assertThat(stuck).succeedsWithin(Duration.ofSeconds(30));
    }
  }

  @Test
  @DisplayName("L2: a try for a name that another open transaction is making is refused, and soon")
  void poisonTry() throws SQLException {
    Leases leases = lab.open().leases();
    leases.acquire("warm-up").release();
    try (Connection open = lab.dataSource().getConnection()) {
      open.setAutoCommit(false);
      Sql.run(open, "select holdfast.acquire('poison', '1 minute', 'psql')");
      long start = System.nanoTime();
      assertThatThrownBy(
              () -> leases.acquire("poison", LeaseOptions.defaults().withWait(Duration.ZERO)))
          .isInstanceOf(LeaseHeldException.class);
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(8));
    }
  }

  @Test
  @DisplayName("an operation that the database refuses fails alone")
  void refusedAlone() {
    Holdfast holdfast = lab.open();
    lab.sql().run("select holdfast.configure(p_max_ttl => '10 minutes')");
    Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
    Crowd.of(8)
        .run(
            no -> {
              // the limit went down after this process had read it
              LeaseOptions options =
                  LeaseOptions.defaults().withTtl(Duration.ofMinutes(no == 3 ? 60 : 5));
              try {
                holdfast.leases().acquire("r" + no, options);
              } catch (RequestFailedException e) {
                failures.add(e);
              }
            });
    assertThat(failures).hasSize(1);
    assertThat(failures.peek()).hasMessageContaining("a ttl is above 0");
    assertThat(lab.sql().number("select count(*) from holdfast.lease where token_hash is not null"))
        .isEqualTo(7);
  }

  @Test
  @DisplayName("more than maxPending at once are refused before anything is sent")
  void overloaded() {
    lab.open("holder").leases().acquire("x");
    Leases leases = lab.open(HoldfastSettings.defaults().withMaxPending(3)).leases();
    LeaseOptions patient = LeaseOptions.defaults().withWait(Duration.ofSeconds(30));
    CompletableFuture<Lease> first = leases.acquireAsync("x", patient).toCompletableFuture();
    leases.acquireAsync("x", patient);
    leases.acquireAsync("x", patient);
    assertThatThrownBy(() -> leases.tryAcquire("free"))
        .isInstanceOfSatisfying(OverloadedException.class, e -> assertThat(e.limit()).isEqualTo(3));
    first.cancel(false);
    assertThat(leases.tryAcquire("free")).isPresent();
  }

  @Test
  @DisplayName("L13: its connection killed under load: nothing is lost, no fence is given twice")
  void connectionKilled() {
    Holdfast holdfast = lab.open();
    Map<String, Queue<Long>> fences = new ConcurrentHashMap<>();
    AtomicBoolean done = new AtomicBoolean();
    CountDownLatch killed = new CountDownLatch(4);
    Crowd.of(9)
        .run(
            no -> {
              if (no == 8) {
                for (int i = 0; i < 4; i++) {
                  kill();
                  killed.countDown();
                  Await.until("it is back", () -> backends() > 0 || done.get());
                }
                done.set(true);
                return;
              }
              for (int i = 0; i < 2_000 && !done.get(); i++) {
                String resource = "r" + (no + i) % 12;
                Lease lease =
                    holdfast
                        .leases()
                        .acquire(
                            resource, LeaseOptions.defaults().withWait(Duration.ofSeconds(20)));
                fences
                    .computeIfAbsent(resource, r -> new ConcurrentLinkedQueue<>())
                    .add(lease.fence());
                assertThat(lease.release()).as("%s", lease).isTrue();
              }
            });
    assertThat(killed.getCount()).isZero();
    fences
        .values()
        .forEach(
            given -> assertThat(java.util.List.copyOf(given)).isSorted().doesNotHaveDuplicates());
    assertThat(lab.sql().number("select count(*) from holdfast.lease where token_hash is not null"))
        .isZero();
  }

  @Test
  @DisplayName("L13: a getConnection that never returns does not stop the process for good")
  void silentConnect() {
    CountDownLatch never = new CountDownLatch(1);
    AtomicBoolean silent = new AtomicBoolean();
    HoldfastSettings settings = HoldfastSettings.defaults().withPatience(Duration.ofSeconds(20));
    Holdfast holdfast = lab.open(new BlockingDataSource(lab.dataSource(), silent, never), settings);
    Lease lease = holdfast.leases().acquire("x");
    silent.set(true);
    kill();
    CompletableFuture<Lease> waiting =
        holdfast.leases().acquireAsync("y", LeaseOptions.defaults()).toCompletableFuture();
    Await.until("somebody is stuck", () -> BlockingDataSource.stuck.get() > 0);
    silent.set(false); // the way is free again, but who is stuck stays so
    assertThat(waiting).succeedsWithin(Duration.ofSeconds(15));
    assertThat(lease.release()).isTrue();
    never.countDown();
  }

  private void kill() {
    lab.sql()
        .run(
            "select pg_terminate_backend(pid) from pg_stat_activity"
                + " where datname = current_database() and query like '%_leases%'"
                + " and pid <> pg_backend_pid()");
  }

  private long backends() {
    return lab.sql()
        .number(
            "select count(*) from pg_stat_activity where datname = current_database()"
                + " and query like '%_leases%' and pid <> pg_backend_pid()");
  }
}
