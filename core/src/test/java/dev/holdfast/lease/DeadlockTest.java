package dev.holdfast.lease;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Holdfast;
import dev.holdfast.LeaseDeadlockException;
import dev.holdfast.Problem;
import dev.holdfast.support.Await;
import dev.holdfast.support.Isolation;
import dev.holdfast.support.Lab;
import dev.holdfast.support.Sql;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class DeadlockTest {

  private static final LeaseOptions PATIENT =
      LeaseOptions.defaults().withWait(Duration.ofSeconds(40));

  private final Lab lab = new Lab(Isolation.READ_COMMITTED);
  private final ExecutorService threads = Executors.newCachedThreadPool();

  @AfterEach
  void close() {
    threads.shutdownNow();
    lab.close();
  }

  @Test
  @DisplayName("two threads of a process that wait for each other: the younger is told, in words")
  void twoThreads() throws Exception {
    Leases leases = lab.open("me").leases();
    List<LeaseDeadlockException> told = ring(List.of(leases, leases), "a", "b");
    assertThat(told).hasSize(1);
    LeaseDeadlockException error = told.get(0);
    assertThat(error.getMessage())
        .contains("me (waiter ", "waits for a, held by me", "waits for b, held by me")
        .contains("(fence 1)", "acquire in one order", "acquireAll");
    assertThat(List.of("a", "b")).contains(error.resource());
    assertThat(error.getStackTrace()[0].toString()).contains("CompletableFuture");
    Problem problem = Problem.of(error);
    assertThat(problem.status()).isEqualTo(409);
    assertThat(problem.type()).isEqualTo("deadlock");
    Await.until(
        "it is on record",
        () ->
            lab.sql().number("select count(*) from holdfast.incident where kind = 'deadlock'")
                == 1);
    Await.until("the reports are gone", () -> reports() == 0);
  }

  @Test
  @DisplayName("three processes in a ring: one is told, the two others get on")
  void threeProcesses() throws Exception {
    List<Leases> leases =
        List.of(lab.open("p0").leases(), lab.open("p1").leases(), lab.open("p2").leases());
    List<LeaseDeadlockException> told = ring(leases, "a", "b", "c");
    assertThat(told).hasSize(1);
    assertThat(told.get(0).cycle())
        .contains("p0 waits for b, held by p1", "p1 waits for c, held by p2")
        .contains("p2 waits for a, held by p0");
  }

  @Test
  @DisplayName("a lease and a row: who waits for the lease with the row locked is told")
  void leaseAndRow() throws Exception {
    lab.sql()
        .run("create table account (id int primary key, n int); insert into account values (1, 0)");
    Holdfast one = lab.open("one");
    Holdfast two = lab.open("two");
    Lease lease = two.leases().acquire("invoice/7");
    CountDownLatch locked = new CountDownLatch(1);
    AtomicReference<LeaseDeadlockException> told = new AtomicReference<>();
    Future<?> first =
        threads.submit(
            () ->
                one.transactions()
                    .run(
                        tx -> {
                          Sql.run(tx.connection(), "update account set n = n + 1");
                          locked.countDown();
                          try {
                            one.leases().acquire("invoice/7", PATIENT).close();
                          } catch (LeaseDeadlockException e) {
                            told.set(e);
                          }
                          return 1;
                        }));
    Await.signal("the row is locked", locked);
    Future<?> second =
        threads.submit(
            () ->
                lease.inTransaction(
                    tx -> {
                      Sql.run(tx.connection(), "update account set n = n + 10");
                      return 1;
                    }));
    first.get(30, TimeUnit.SECONDS);
    second.get(30, TimeUnit.SECONDS);
    LeaseDeadlockException error = told.get();
    assertThat(error).isNotNull();
    assertThat(error.cycle())
        .contains("one waits for invoice/7, whose guard backend ", "waits for a lock of backend ")
        .contains("is in a transaction of one");
    assertThat(lab.sql().number("select n from account")).isEqualTo(11);
  }

  @Test
  @DisplayName("clients elsewhere, of two services, who wait for each other")
  void remoteOwners() throws Exception {
    RemoteLeases one = lab.open("s1").leases().remote();
    RemoteLeases two = lab.open("s2").leases().remote();
    one.acquire(remote("c1", "a")).toCompletableFuture().get(10, TimeUnit.SECONDS);
    two.acquire(remote("c2", "b")).toCompletableFuture().get(10, TimeUnit.SECONDS);
    // each asks for the second one through the other service
    CompletableFuture<List<RemoteGrant>> first =
        two.acquire(remote("c1", "b")).toCompletableFuture();
    CompletableFuture<List<RemoteGrant>> second =
        one.acquire(remote("c2", "a")).toCompletableFuture();
    Throwable error =
        CompletableFuture.anyOf(first.handle((grants, e) -> e), second.handle((grants, e) -> e))
            .thenApply(Throwable.class::cast)
            .get(30, TimeUnit.SECONDS);
    assertThat(error)
        .isInstanceOf(LeaseDeadlockException.class)
        .hasMessageContaining("c1 waits for b, held by c2 (fence 1)");
    assertThat(first.isDone() && second.isDone()).isFalse();
  }

  @Test
  @DisplayName("no alarm: a lease that was passed on, or that another thread works with")
  void passedOn() throws Exception {
    Leases leases = lab.open("me").leases();
    for (boolean saidSo : List.of(true, false)) {
      ExecutorService first = lab.closing(new OneThread()).executor;
      ExecutorService second = lab.closing(new OneThread()).executor;
      Lease a = first.submit(() -> leases.acquire("a")).get(20, TimeUnit.SECONDS);
      Lease b = second.submit(() -> leases.acquire("b")).get(20, TimeUnit.SECONDS);
      if (saidSo) {
        a.passOn();
      } else {
        assertThat(a.isHeld()).isTrue();
      }
      Future<Lease> wantsB = first.submit(() -> leases.acquire("b", PATIENT));
      Future<Lease> wantsA = second.submit(() -> leases.acquire("a", PATIENT));
      afterLooks(2);
      a.close();
      wantsA.get(20, TimeUnit.SECONDS).close();
      b.close();
      wantsB.get(20, TimeUnit.SECONDS).close();
    }
  }

  @Test
  @DisplayName("no alarm: a pool's thread waits for what it once acquired for other work")
  void poolsThread() throws Exception {
    Leases leases = lab.open("me").leases();
    ExecutorService pool = lab.closing(new OneThread()).executor;
    Lease lease = pool.submit(() -> leases.acquire("x")).get(20, TimeUnit.SECONDS);
    Future<Lease> next = pool.submit(() -> leases.acquire("x", PATIENT));
    afterLooks(1);
    lease.close();
    next.get(20, TimeUnit.SECONDS).close();
  }

  @Test
  @DisplayName("no alarm: who is waited for waits for nobody, or holds what nobody wants")
  void noCircle() throws Exception {
    Leases leases = lab.open("me").leases();
    Lease a = leases.acquire("a");
    Future<Lease> holdsNothing = threads.submit(() -> leases.acquire("a", PATIENT));
    Future<Lease> holdsOther =
        threads.submit(
            () -> {
              Lease other = leases.acquire("other");
              Lease got = leases.acquire("a", PATIENT);
              other.close();
              return got;
            });
    afterLooks(2);
    a.close();
    holdsNothing.get(20, TimeUnit.SECONDS).close();
    holdsOther.get(20, TimeUnit.SECONDS).close();
  }

  /** Until so many waits were reported, and looked at, often enough for a verdict. */
  private void afterLooks(int waits) {
    Set<String> reports = new HashSet<>();
    Await.within(
        Duration.ofSeconds(35),
        "five reports of " + waits,
        () -> {
          lab.sql()
              .column(
                  "select reported_at::text from holdfast.wait_report"
                      + " where jsonb_array_length(waits) = ?",
                  waits)
              .forEach(at -> reports.add(String.valueOf(at)));
          return reports.size() >= 5;
        });
  }

  /** A pool of one thread. */
  private static final class OneThread implements AutoCloseable {

    private final ExecutorService executor = Executors.newSingleThreadExecutor();

    @Override
    public void close() {
      executor.shutdownNow();
    }
  }

  private static RemoteRequest remote(String owner, String resource) {
    return new RemoteRequest(List.of(resource), owner, UUID.randomUUID(), false, PATIENT, owner);
  }

  /** Each holds one and waits for the next one's. */
  private List<LeaseDeadlockException> ring(List<Leases> leases, String... names)
      throws InterruptedException, ExecutionException, TimeoutException {
    CyclicBarrier allHold = new CyclicBarrier(names.length);
    List<Future<LeaseDeadlockException>> parts = new ArrayList<>();
    for (int i = 0; i < names.length; i++) {
      Leases mine = leases.get(i);
      String first = names[i];
      String second = names[(i + 1) % names.length];
      parts.add(
          threads.submit(
              () -> {
                Lease held = mine.acquire(first, PATIENT);
                try {
                  allHold.await(20, TimeUnit.SECONDS);
                  mine.acquire(second, PATIENT).close();
                  return null;
                } catch (LeaseDeadlockException e) {
                  return e;
                } finally {
                  held.close();
                }
              }));
    }
    List<LeaseDeadlockException> told = new ArrayList<>();
    for (Future<LeaseDeadlockException> part : parts) {
      LeaseDeadlockException error = part.get(60, TimeUnit.SECONDS);
      if (error != null) {
        told.add(error);
      }
    }
    return told;
  }

  private long reports() {
    return lab.sql().number("select count(*) from holdfast.wait_report");
  }
}
