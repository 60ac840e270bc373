package dev.holdfast.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.WaitInterruptedException;
import dev.holdfast.support.Await;
import dev.holdfast.support.Crowd;
import dev.holdfast.support.Isolation;
import dev.holdfast.support.Lab;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ReentrantTest {

  private static final LeaseOptions DEFAULTS = LeaseOptions.defaults();
  private final Lab lab = new Lab(Isolation.READ_COMMITTED);

  @AfterEach
  void close() {
    lab.close();
  }

  @Test
  @DisplayName("an owner may acquire what it holds, and gives it back with the last handle")
  void reentrant() {
    Leases leases = lab.open().leases();
    ReentrantLeases owner = leases.reentrant();
    ReentrantLeases.Entry outer = owner.acquire("x", DEFAULTS);
    ReentrantLeases.Entry inner = owner.tryAcquire("x", DEFAULTS).orElseThrow();
    assertThat(inner.lease()).isSameAs(outer.lease());
    assertThat(leases.reentrant().tryAcquire("x", DEFAULTS)).as("another owner").isEmpty();
    outer.close();
    outer.close();
    assertThat(inner.lease().isHeld()).isTrue();
    inner.close();
    assertThat(leases.tryAcquire("x")).isPresent();
  }

  @Test
  @DisplayName("many threads of one owner share one lease")
  void oneOwnerManyThreads() {
    Leases leases = lab.open().leases();
    ReentrantLeases owner = leases.reentrant();
    Queue<Long> fences = new ConcurrentLinkedQueue<>();
    ReentrantLeases.Entry first = owner.acquire("x", DEFAULTS);
    Crowd.of(8)
        .run(
            no -> {
              try (ReentrantLeases.Entry entry = owner.acquire("x", DEFAULTS)) {
                fences.add(entry.lease().fence());
              }
            });
    assertThat(fences).hasSize(8).containsOnly(first.lease().fence());
    first.close();
  }

  @Test
  @DisplayName("a lease that was lost is not entered again: the database is asked")
  void lost() {
    Leases leases = lab.open().leases();
    ReentrantLeases owner = leases.reentrant();
    ReentrantLeases.Entry old =
        owner.acquire("x", DEFAULTS.withTtl(Duration.ofMillis(100)).withoutAutoRenew());
    Await.until("it is lost", () -> !old.lease().isHeld());
    ReentrantLeases.Entry next = owner.acquire("x", DEFAULTS);
    assertThat(next.lease().fence()).isEqualTo(2);
    old.close();
    assertThat(leases.tryAcquire("x")).isEmpty();
    next.close();
  }

  @Test
  @DisplayName("leaving does not wait while another thread of the owner waits for something else")
  void leavingDoesNotWait() throws Exception {
    // The owner's lock was once held over the wait for the database.
    lab.open("other").leases().acquire("busy");
    ReentrantLeases owner = lab.open().leases().reentrant();
    ReentrantLeases.Entry entry = owner.acquire("x", DEFAULTS);
    Thread waiter =
        new Thread(
            () ->
                assertThatThrownBy(
                        () -> owner.acquire("busy", DEFAULTS.withWait(Duration.ofMinutes(1))))
                    .isInstanceOf(WaitInterruptedException.class));
    waiter.start();
    Await.until("it waits", () -> lab.sql().number("select count(*) from holdfast.waiter") == 1);
    long start = System.nanoTime();
    entry.close();
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(30));
    assertThat(waiter.isAlive()).isTrue();
    waiter.interrupt();
    waiter.join(30_000);
  }
}
