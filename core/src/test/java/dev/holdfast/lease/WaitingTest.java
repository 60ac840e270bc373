package dev.holdfast.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.holdfast.ClosedException;
import dev.holdfast.Holdfast;
import dev.holdfast.LeaseHeldException;
import dev.holdfast.WaitInterruptedException;
import dev.holdfast.support.Await;
import dev.holdfast.support.Isolation;
import dev.holdfast.support.Lab;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class WaitingTest {

  private final Lab lab = new Lab(Isolation.READ_COMMITTED);

  @AfterEach
  void close() {
    lab.close();
  }

  @Test
  @DisplayName("L2: every waiter of a process hears at its own time who holds the resource")
  void eachAtItsOwnTime() {
    // Only the first in the queue asks the database. The others once waited for the patience of ten
    // seconds, and were then told that the database does not answer.
    lab.open("holder").leases().acquire("x");
    Leases leases = lab.open("waiter").leases();
    CompletableFuture<Lease> first = later(leases, "x", Duration.ofMinutes(1));
    Await.until("the first waits", () -> waiters() == 1);
    Duration wait = Duration.ofMillis(300);
    long start = System.nanoTime();
    Throwable sync = catchThrowable(() -> leases.acquire("x", waiting(wait)));
    Throwable async = catchThrowable(() -> later(leases, "x", wait).get(15, TimeUnit.SECONDS));
    Duration took = Duration.ofNanos(System.nanoTime() - start);
    assertThat(sync).isInstanceOf(LeaseHeldException.class).hasMessageContaining("held by holder");
    assertThat(async).hasCauseInstanceOf(LeaseHeldException.class);
    assertThat(took).isBetween(wait.multipliedBy(2), Duration.ofSeconds(9));
    assertThat(first).isNotDone();
  }

  @Test
  @DisplayName("L2: a waiter behind a holder of its own process hears who that is")
  void behindItsOwnProcess() {
    Leases leases = lab.open("me").leases();
    leases.acquire("x");
    assertThatThrownBy(() -> leases.acquire("x", waiting(Duration.ofMillis(200))))
        .isInstanceOfSatisfying(
            LeaseHeldException.class,
            held -> {
              assertThat(held.holder()).isEqualTo("me");
              assertThat(held.waited()).isBetween(Duration.ofMillis(200), Duration.ofSeconds(9));
            });
  }

  @Test
  @DisplayName("waiters of one process are served in the order they came")
  void firstComeFirstServed() throws Exception {
    Lease holder = lab.open().leases().acquire("x");
    Leases leases = lab.open().leases();
    List<Integer> order = new CopyOnWriteArrayList<>();
    List<CompletableFuture<Void>> all = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      int no = i;
      all.add(
          later(leases, "x", Duration.ofSeconds(20))
              .thenAccept(
                  lease -> {
                    order.add(no);
                    lease.close();
                  }));
    }
    holder.release();
    CompletableFuture.allOf(all.toArray(CompletableFuture[]::new)).get(20, TimeUnit.SECONDS);
    assertThat(order).containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8, 9);
  }

  @Test
  @DisplayName("a release hands over at once, inside a process and between two")
  void handOver() {
    Leases one = lab.open("one").leases();
    Leases two = lab.open("two").leases();
    Lease lease = one.acquire("x");
    CompletableFuture<Lease> waiting = later(two, "x", Duration.ofSeconds(20));
    Await.until("it waits", () -> waiters() == 1);
    Await.until("push listens", () -> listeners() >= 1);
    lease.release();
    assertThat(waiting).succeedsWithin(Duration.ofSeconds(15));
    assertThat(waiters()).isZero();
  }

  @Test
  @DisplayName("an interrupt ends the wait, sets the flag again and leaves nothing behind")
  void interrupt() throws InterruptedException {
    Lease holder = lab.open().leases().acquire("x");
    Leases leases = lab.open().leases();
    AtomicReference<Throwable> caught = new AtomicReference<>();
    Thread waiter =
        new Thread(
            () -> {
              caught.set(catchThrowable(() -> leases.acquire("x", waiting(Duration.ofMinutes(1)))));
              assertThat(Thread.currentThread().isInterrupted()).isTrue();
            });
    waiter.start();
    Await.until("it waits", () -> waiters() == 1);
    waiter.interrupt();
    waiter.join(30_000);
    assertThat(caught.get())
        .isInstanceOf(WaitInterruptedException.class)
        .hasMessageContaining("waiting for x");
    Await.until("it left the queue", () -> waiters() == 0);
    holder.release();
    assertThat(leases.tryAcquire("x")).isPresent();
  }

  @Test
  @DisplayName("a cancelled future leaves the queue, and gives back what it was granted meanwhile")
  void cancel() {
    Lease holder = lab.open().leases().acquire("x");
    Leases leases = lab.open().leases();
    CompletableFuture<Lease> waiting = later(leases, "x", Duration.ofMinutes(1));
    Await.until("it waits", () -> waiters() == 1);
    assertThat(waiting.cancel(false)).isTrue();
    Await.until("it left the queue", () -> waiters() == 0);
    holder.release();
    for (int i = 0; i < 30; i++) {
      CompletableFuture<Lease> raced = later(leases, "raced/" + i, Duration.ofSeconds(5));
      if (!raced.cancel(false)) {
        raced.join().close(); // the grant was quicker than the cancellation: it is ours
      }
    }
    Await.until(
        "nothing is held",
        () -> leases.list(LeaseQuery.all().withState(LeaseState.HELD)).isEmpty());
  }

  @Test
  @DisplayName("closing fails those who wait and releases what is held")
  void closing() {
    Holdfast holdfast = lab.open();
    holdfast.leases().acquire("held");
    lab.open().leases().acquire("x");
    CompletableFuture<Lease> waiting = later(holdfast.leases(), "x", Duration.ofMinutes(1));
    Await.until("it waits", () -> waiters() == 1);
    holdfast.close();
    assertThat(waiting)
        .failsWithin(Duration.ofSeconds(30))
        .withThrowableOfType(ExecutionException.class)
        .withCauseInstanceOf(ClosedException.class);
    assertThatThrownBy(() -> holdfast.leases().acquire("y")).isInstanceOf(ClosedException.class);
    assertThat(lab.open().leases().tryAcquire("held")).isPresent();
    assertThat(waiters()).isZero();
  }

  private static CompletableFuture<Lease> later(Leases leases, String resource, Duration wait) {
    return leases.acquireAsync(resource, waiting(wait)).toCompletableFuture();
  }

  private static LeaseOptions waiting(Duration wait) {
    return LeaseOptions.defaults().withWait(wait);
  }

  private long waiters() {
    return lab.sql().number("select count(*) from holdfast.waiter");
  }

  private long listeners() {
    return lab.sql()
        .number(
            "select count(*) from pg_stat_activity where datname = current_database()"
                + " and query like '%pg_notify%' and pid <> pg_backend_pid()");
  }
}
