package dev.holdfast.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.holdfast.Holdfast;
import dev.holdfast.HoldfastEvent;
import dev.holdfast.HoldfastEvent.LeaseLost;
import dev.holdfast.HoldfastEvent.PushChanged;
import dev.holdfast.HoldfastSettings;
import dev.holdfast.LeaseLostException;
import dev.holdfast.support.Await;
import dev.holdfast.support.EveryIsolation;
import dev.holdfast.support.LateDataSource;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class LossTest extends EveryIsolation {

  private final List<HoldfastEvent> events = new CopyOnWriteArrayList<>();
  private final CountDownLatch pushWorks = new CountDownLatch(1);

  @Test
  @DisplayName("L10: a forced release is told at once, by push, long before the next renewal")
  void forcedRelease() {
    Holdfast holdfast = listening();
    Lease lease = holdfast.leases().tryAcquire("x").orElseThrow(); // nobody waits
    Queue<Lease> told = new ConcurrentLinkedQueue<>();
    CountDownLatch lost = new CountDownLatch(1);
    lease.onLost(
        l -> {
          told.add(l);
          lost.countDown();
        });
    Await.signal("push works", pushWorks);
    assertThat(lab.open("admin").leases().forceRelease("x", lease.fence(), "test")).isTrue();
    Await.signal("the loss", lost);
    assertThat(told).containsExactly(lease);
    assertThat(lease.isHeld()).isFalse();
    Await.until("the event", () -> losses().equals(List.of("x")));
  }

  @Test
  @DisplayName("L10: a renewal that is answered after the loss does not bring the lease back")
  void renewedTooLate() throws Exception {
    LateDataSource late = new LateDataSource(lab.dataSource());
    try (Holdfast holdfast = Holdfast.on(late.dataSource())) {
      Lease lease =
          holdfast
              .leases()
              .acquire(
                  "x", LeaseOptions.defaults().withTtl(Duration.ofSeconds(1)).withoutAutoRenew());
      LateDataSource.Answer renewal = late.keepNextAnswerTo("renew_leases");
      CompletableFuture<Throwable> caller =
          CompletableFuture.supplyAsync(
              () -> catchThrowable(() -> lease.renew(Duration.ofMinutes(1))));
      renewal.awaitThere();
      Await.until("it is lost", () -> !lease.isHeld());
      renewal.tell();
      assertThat(caller.get(20, TimeUnit.SECONDS)).isInstanceOf(LeaseLostException.class);
      assertThat(lease.isHeld()).isFalse();
      assertThat(lease.remaining()).isLessThanOrEqualTo(Duration.ZERO);
    }
  }

  @Test
  @DisplayName("L10: a lease can be taken away while its holder renews it, in every isolation")
  void takenWhileRenewed() throws Exception {
    Leases leases = lab.open().leases();
    Leases admin = lab.open("admin").leases();
    for (int round = 0; round < 50; round++) {
      Lease lease = leases.tryAcquire("x").orElseThrow();
      CompletableFuture<Void> renewing = CompletableFuture.runAsync(() -> renewUntilLost(lease));
      assertThat(admin.forceRelease("x", lease.fence(), "test")).isTrue();
      renewing.get(1, TimeUnit.MINUTES);
    }
  }

  private static void renewUntilLost(Lease lease) {
    try {
      for (int i = 0; i < 10_000; i++) {
        lease.renew(Duration.ofMinutes(1));
      }
    } catch (LeaseLostException e) {
      assertThat(lease.isHeld()).isFalse();
    }
  }

  @Test
  @DisplayName("L10: a lease taken away while nobody listened is found when push comes")
  void takenBeforePush() {
    Holdfast holdfast = listening();
    Lease lease = holdfast.leases().tryAcquire("x").orElseThrow();
    lab.open("admin").leases().forceRelease("x", lease.fence(), "test");
    CountDownLatch lost = new CountDownLatch(1);
    lease.onLost(l -> lost.countDown());
    Await.signal("the loss", lost);
  }

  @Test
  @DisplayName("L10: who asks to be told after the loss is told at once")
  void toldAfterwards() {
    Lease lease = lab.open().leases().acquire("x", brief());
    Await.until("it is lost", () -> !lease.isHeld());
    CountDownLatch lost = new CountDownLatch(1);
    lease.onLost(l -> lost.countDown());
    Await.signal("the loss", lost);
  }

  @Test
  @DisplayName("L10: the thread that asked for it is interrupted on loss")
  void interrupted() throws InterruptedException {
    Lease lease = lab.open().leases().acquire("x", brief());
    CountDownLatch interrupted = new CountDownLatch(1);
    Thread worker =
        new Thread(
            () -> {
              lease.interruptOnLost();
              try {
                new CountDownLatch(1).await();
              } catch (InterruptedException e) {
                interrupted.countDown();
              }
            });
    worker.start();
    Await.signal("the interrupt", interrupted);
    worker.join();
  }

  @Test
  @DisplayName("L10: a lease that was given back is never told to be lost")
  void notAfterClose() {
    Holdfast holdfast = listening();
    CountDownLatch otherLost = new CountDownLatch(1);
    Queue<String> told = new ConcurrentLinkedQueue<>();
    LeaseOptions ratherBrief = brief().withTtl(Duration.ofSeconds(2)); // closed before it ends
    Lease closed = holdfast.leases().acquire("closed", ratherBrief);
    closed.interruptOnLost();
    closed.onLost(l -> told.add(l.resource()));
    closed.close();
    Lease other = holdfast.leases().acquire("other", ratherBrief);
    other.onLost(l -> otherLost.countDown());
    Await.signal("the loss of the later one", otherLost);
    assertThat(told).isEmpty();
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
    Await.until("the event", () -> losses().equals(List.of("other")));
  }

  @Test
  @DisplayName("L10: a callback that fails or blocks does not keep others from being told")
  void badCallback() {
    Lease lease = lab.open().leases().acquire("x", brief());
    CountDownLatch never = new CountDownLatch(1);
    CountDownLatch told = new CountDownLatch(1);
    lease.onLost(
        l -> {
          throw new IllegalStateException("a callback of the application failed");
        });
    lease.onLost(l -> Await.signal("the end of the test", never));
    lease.onLost(l -> told.countDown());
    Await.signal("the loss", told);
    never.countDown();
  }

  private List<String> losses() {
    return events.stream()
        .filter(LeaseLost.class::isInstance)
        .map(event -> ((LeaseLost) event).resource())
        .toList();
  }

  private Holdfast listening() {
    return lab.open(
        HoldfastSettings.defaults()
            .withListener(events::add)
            .withListener(
                event -> {
                  if (event.equals(new PushChanged(true))) {
                    pushWorks.countDown();
                  }
                }));
  }

  private static LeaseOptions brief() {
    return LeaseOptions.defaults().withTtl(Duration.ofMillis(200)).withoutAutoRenew();
  }
}
