package dev.holdfast.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.HoldfastEvent.LeaseGranted;
import dev.holdfast.HoldfastSettings;
import dev.holdfast.support.Await;
import dev.holdfast.support.LateDataSource;
import dev.holdfast.support.LossyDataSource;
import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Ends that change while a lease goes from one caller to the next, and callers that give up. */
class HandOverEndsTest extends HandOverLab {

  // The caller had given up, and who followed believed in the end of before.
  @Test
  @DisplayName("L3: a lease whose new end is not known does not go on by itself")
  void nearerEndUnderWay() throws Exception {
    Leases leases = leases();
    Lease first = promised(leases);
    CompletableFuture<Lease> second = waiter(leases);
    awaitPlace();
    LateDataSource.Answer renewal = late.keepNextAnswerTo("renew_leases");
    Thread renewer =
        new Thread(() -> assertThatThrownBy(() -> first.renew(Duration.ofMillis(200))));
    renewer.start();
    renewal.awaitThere();
    renewer.interrupt();
    renewer.join();
    first.close();
    Lease elsewhere = now(waiter(lab.open("other").leases()));
    assertThat(second.isDone()).isFalse();
    renewal.tell();
    elsewhere.close();
    assertThat(now(second).fence()).isGreaterThan(elsewhere.fence());
  }

  // It was judged by the end that the lease had before its record, and thrown away.
  @Test
  @DisplayName("a release is worth sending until the end that the record has set")
  void worthItsWhile() throws Exception {
    Leases leases = leases();
    Lease first = promised(leases, PATIENT.withTtl(Duration.ofSeconds(1)).withoutAutoRenew());
    CompletableFuture<Lease> second = waiter(leases, PATIENT.withTtl(Duration.ofSeconds(30)));
    awaitPlace();
    first.renew(Duration.ofSeconds(1));
    LateDataSource.Answer record = late.keepNextAnswerTo("succeed_leases");
    first.close();
    Lease next = now(second);
    record.awaitThere();
    try (Connection somebody = lab.dataSource().getConnection()) {
      somebody.setAutoCommit(false);
      somebody
          .createStatement()
          .execute("select resource from holdfast.lease for update"); // as in no other test here
      next.close();
      record.tell();
      Await.until("it was worth nothing by that end", () -> first.remaining().toMillis() < -3_300);
      somebody.rollback();
    }
    Await.within(Duration.ofSeconds(10), "it is free", () -> holders() == 0);
  }

  // Nothing was sent, and the resource stayed with nobody for the whole ttl.
  @Test
  @DisplayName("L10: releaseAfter is sent also if its caller gives up before the record")
  void releaseAfterInterrupted() throws Exception {
    Leases leases = leases();
    Lease first = promised(leases);
    CompletableFuture<Lease> second = waiter(leases);
    awaitPlace();
    LateDataSource.Answer record = late.keepNextAnswerTo("succeed_leases");
    first.close();
    Lease next = now(second);
    record.awaitThere();
    Thread releaser =
        new Thread(() -> assertThatThrownBy(() -> next.releaseAfter(Duration.ofMillis(300))));
    releaser.start();
    Await.until("it waits", () -> releaser.getState() == Thread.State.TIMED_WAITING);
    releaser.interrupt();
    releaser.join();
    record.tell();
    Await.until("it ended", () -> holders() == 0);
  }

  // Nothing renewed it while the record had to wait, and it ran out with the lease before.
  @Test
  @DisplayName("L10: a lease whose record has to wait is renewed all the same")
  void renewedUnrecorded() throws Exception {
    Leases leases = leases();
    LeaseOptions brief = PATIENT.withTtl(Duration.ofSeconds(2));
    Lease first = promised(leases, brief);
    CompletableFuture<Lease> second = waiter(leases, brief);
    awaitPlace();
    first.renew(Duration.ofSeconds(2));
    try (Connection writer = guardedBySql(first)) {
      first.close();
      Lease next = now(second);
      CompletableFuture<Boolean> outlived =
          CompletableFuture.supplyAsync(
              () -> {
                Await.until("the first one's end is over", () -> first.remaining().isNegative());
                return next.isHeld();
              });
      assertThat(outlived.get()).isTrue();
      assertThat(next.heritage().isRecorded()).isFalse();
      writer.rollback();
      assertThat(next.release()).isTrue();
    }
  }

  // Not only here: the grant came with the end of the wait, and was given back under its caller.
  @Test
  @DisplayName("a grant whose first answer was lost is its caller's, also if the wait just ended")
  void grantedAsTheWaitEnded() throws Exception {
    LossyDataSource lossy = new LossyDataSource(lab.dataSource());
    Leases leases = lab.open(lossy.dataSource(), HoldfastSettings.defaults()).leases();
    lossy.loseNextAnswerTo("acquire_leases");
    Acquisition wish =
        leases.service.submit(List.of("x"), PATIENT.withWait(Duration.ZERO), Caller.NOBODY);
    Lease lease = wish.granted.get().get(0);
    assertThat(lossy.lost()).isEqualTo(1);
    leases.service.forget(wish);
    leases.acquire("y"); // a batch later
    assertThat(holders()).isEqualTo(1);
    assertThat(lease.release()).isTrue();
  }

  @Test
  @DisplayName("a listener that fails takes no lease from who was to get it")
  void failingListener() throws Exception {
    AtomicBoolean fails = new AtomicBoolean();
    HoldfastSettings settings =
        HoldfastSettings.defaults()
            .withListener(
                event -> {
                  if (event instanceof LeaseGranted && fails.getAndSet(false)) {
                    throw new AssertionError("a listener's");
                  }
                });
    Leases leases = lab.open(settings).leases();
    Lease first = promised(leases);
    CompletableFuture<Lease> second = waiter(leases);
    awaitPlace();
    fails.set(true);
    first.close();
    assertThat(now(second).release()).isTrue();
  }
}
