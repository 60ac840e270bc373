package dev.holdfast.lease;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Holdfast;
import dev.holdfast.HoldfastEvent.BatchSent;
import dev.holdfast.HoldfastSettings;
import dev.holdfast.support.Crowd;
import dev.holdfast.support.Isolation;
import dev.holdfast.support.Lab;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Who sends a batch: the dispatcher's thread, or a caller that waits while that one sleeps. */
class HelmTest {

  private final Lab lab = new Lab(Isolation.READ_COMMITTED);
  private final Queue<Thread> senders = new ConcurrentLinkedQueue<>();

  @AfterEach
  void close() {
    lab.close();
  }

  private Holdfast open() {
    return lab.open(
        HoldfastSettings.defaults()
            .withListener(
                event -> {
                  if (event instanceof BatchSent) {
                    senders.add(Thread.currentThread());
                  }
                }));
  }

  @Test
  @DisplayName("a caller that is alone sends its batches itself, once there is a connection")
  void alone() {
    Leases leases = open().leases();
    leases.acquire("x").release();
    for (int i = 0; i < 100; i++) {
      leases.acquire("x").release();
    }
    assertThat(senders.stream().filter(Thread.currentThread()::equals).count()).isGreaterThan(100L);
  }

  @Test
  @DisplayName("what is posted during another caller's turn is sent after it")
  void nothingForgotten() {
    Leases leases = open().leases();
    int rounds = 300;
    CyclicBarrier together = new CyclicBarrier(2);
    AtomicInteger done = new AtomicInteger();
    Crowd.of(2)
        .run(
            no -> {
              for (int i = 0; i < rounds; i++) {
                together.await(30, TimeUnit.SECONDS);
                assertThat(leases.acquire("own/" + no).release()).isTrue();
                done.incrementAndGet();
              }
            });
    assertThat(done).hasValue(2 * rounds);
    assertThat(senders.stream().distinct().count()).isGreaterThan(1L);
  }
}
