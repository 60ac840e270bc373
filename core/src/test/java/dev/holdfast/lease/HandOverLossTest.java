package dev.holdfast.lease;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.HoldfastSettings;
import dev.holdfast.support.Await;
import dev.holdfast.support.LateDataSource;
import dev.holdfast.support.LossyDataSource;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What is gone does not go on; who got it hears; and what was released is not called lost. */
class HandOverLossTest extends HandOverLab {

  private static boolean isHeldSoon(CompletableFuture<Lease> granted) throws Exception {
    try {
      return granted.get(1, TimeUnit.SECONDS).isHeld();
    } catch (TimeoutException e) {
      return false; // as it should be: another has it
    }
  }

  // The old lease went to one waiter after the new one had gone to another.
  @Test
  @DisplayName("L3 L7: a lease that a newer grant followed here does not go on")
  void newerGrant() throws Exception {
    Leases leases = leases();
    Lease first = promised(leases);
    CompletableFuture<Lease> one = waiter(leases);
    CompletableFuture<Lease> two = waiter(leases);
    awaitPlace();
    LateDataSource.Answer asked = late.keepNextAnswerTo("acquire_leases");
    lab.sql().run("update holdfast.lease set process = null"); // the loss is not told
    forceRelease(first);
    asked.awaitThere(); // one has it, and nobody here knows
    first.close();
    asked.tell();
    assertThat(now(one).isHeld()).isTrue();
    assertThat(isHeldSoon(two)).isFalse();
    now(one).close();
    assertThat(now(two).fence()).isGreaterThan(now(one).fence());
  }

  @Test
  @DisplayName("L3: a lease that is held still, and that a newer grant followed, does not go on")
  void newerGrantBeforeItsEnd() throws Exception {
    Leases leases = leases();
    Lease first = promised(leases);
    CompletableFuture<Lease> one = waiter(leases);
    CompletableFuture<Lease> two = waiter(leases);
    awaitPlace();
    lab.sql().run("update holdfast.lease set process = null");
    forceRelease(first);
    assertThat(now(one).fence()).isGreaterThan(first.fence());
    first.close();
    assertThat(isHeldSoon(two)).isFalse();
  }

  // The record was answered after the loss was heard, and "recorded" was all that came of it.
  @Test
  @DisplayName("L10: a loss that is heard before the record is answered is told after it")
  void lossBeforeTheAnswer() throws Exception {
    Leases leases = leases();
    Lease first = promised(leases);
    CompletableFuture<Lease> second = waiter(leases);
    awaitPlace();
    LateDataSource.Answer record = late.keepNextAnswerTo("succeed_leases");
    first.close();
    Lease next = now(second);
    record.awaitThere();
    CompletableFuture<Lease> lost = new CompletableFuture<>();
    next.onLost(lost::complete);
    forceRelease(next);
    Await.until("free", () -> holders() == 0);
    record.tell();
    assertThat(lost.get(15, TimeUnit.SECONDS)).isSameAs(next);
  }

  // It was released, as the history says, and told as lost because its successor had run out.
  @Test
  @DisplayName(
      "L5: recorded, the answer lost, and the successor ran out since: released all the same")
  void releasedAllTheSame() throws Exception {
    LossyDataSource lossy = new LossyDataSource(late.dataSource());
    Leases leases = lab.open(lossy.dataSource(), HoldfastSettings.defaults()).leases();
    Lease first = promised(leases);
    CompletableFuture<Lease> second =
        waiter(leases, PATIENT.withTtl(Duration.ofMillis(100)).withoutAutoRenew());
    awaitPlace();
    LateDataSource.Answer record = late.keepNextAnswerTo("succeed_leases");
    lossy.loseNextAnswerTo("succeed_leases");
    CompletableFuture<Boolean> released = CompletableFuture.supplyAsync(first::release);
    Lease next = now(second);
    record.awaitThere();
    Lease elsewhere = lab.open("other").leases().acquire("x", PATIENT);
    record.tell();
    assertThat(released.get(15, TimeUnit.SECONDS)).isTrue();
    assertThat(elsewhere.fence()).isGreaterThan(next.fence());
    assertThat(next.isHeld()).isFalse();
  }

  // Its row stayed for the first one's ttl: nobody had the token that would have freed it.
  @Test
  @DisplayName("L13: what the database will not record is free for others at once, with its fences")
  void refused() throws Exception {
    Leases leases = leases();
    Lease first = promised(leases);
    CompletableFuture<Lease> second = waiter(leases, PATIENT.withTtl(Duration.ofHours(1)));
    awaitPlace();
    lab.sql().run("select holdfast.configure(p_max_ttl => interval '30 minutes')");
    first.close();
    Lease next = now(second);
    Await.until("it is told", () -> !next.isHeld());
    next.close();
    Lease other = lab.open("other").leases().acquire("x", PATIENT);
    assertThat(other.fence()).isGreaterThan(next.fence());
  }

  @Test
  @DisplayName("a lost hand-over leaves no place in the queue behind")
  void noPlaceLeft() throws Exception {
    Leases leases = leases();
    Lease first = promised(leases);
    CompletableFuture<Lease> second = waiter(leases);
    awaitPlace();
    LateDataSource.Answer record = late.keepNextAnswerTo("succeed_leases");
    lab.sql().run("update holdfast.lease set locked_until = clock_timestamp(), process = null");
    first.close();
    now(second);
    record.awaitThere();
    record.tell();
    Await.within(
        Duration.ofSeconds(4), // a place that nobody refreshes lasts for five
        "no place",
        () -> lab.sql().number("select count(*) from holdfast.waiter") == 0);
  }
}
