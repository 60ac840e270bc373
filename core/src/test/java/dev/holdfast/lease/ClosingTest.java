package dev.holdfast.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.holdfast.ClosedException;
import dev.holdfast.Holdfast;
import dev.holdfast.HoldfastEvent.PushChanged;
import dev.holdfast.HoldfastSettings;
import dev.holdfast.support.Await;
import dev.holdfast.support.CountingDataSource;
import dev.holdfast.support.Isolation;
import dev.holdfast.support.Lab;
import dev.holdfast.support.LateDataSource;
import dev.holdfast.support.LossyDataSource;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A grant that nobody hears of is given back, not left to its ttl. */
class ClosingTest {

  private final Lab lab = new Lab(Isolation.READ_COMMITTED);
  private final LateDataSource late = new LateDataSource(lab.dataSource());

  @AfterEach
  void close() {
    lab.close();
  }

  @Test
  @DisplayName("the last word wakes the listener: closing does not wait until it looks up")
  void listener() throws Exception {
    CountDownLatch listening = new CountDownLatch(1);
    CountingDataSource counting = new CountingDataSource(lab.dataSource());
    HoldfastSettings settings =
        HoldfastSettings.defaults()
            .withListener(
                event -> {
                  if (event.equals(new PushChanged(true))) {
                    listening.countDown();
                  }
                });
    Holdfast holdfast = lab.open(counting.dataSource(), settings);
    holdfast.leases().acquire("x").onLost(lost -> {});
    Await.signal("it listens", listening);
    holdfast.close();
    assertThat(counting.executed()).anyMatch(sql -> sql.contains("holdfast.wake("));
    // the listener is woken; that it has run by then is for the scheduler to say
    Await.until(
        "its last word is that it does not listen any more",
        () -> counting.executed().get(counting.executed().size() - 1).contains("unlisten"));
  }

  @Test
  @DisplayName("a lease that is granted while closing is given back, and its caller hears of that")
  void grantWhileClosing() throws Exception {
    Holdfast holdfast = open();
    LateDataSource.Answer grant = late.keepNextAnswerTo("acquire_leases");
    CompletableFuture<Throwable> caller =
        CompletableFuture.supplyAsync(() -> catchThrowable(() -> holdfast.leases().acquire("x")));
    closeMeanwhile(holdfast, grant);
    assertThat(caller.get(20, TimeUnit.SECONDS)).isInstanceOf(ClosedException.class);
    assertThat(heldNow()).isZero();
  }

  @Test
  @DisplayName("the same for one that is waited for without a thread")
  void asyncGrantWhileClosing() {
    Holdfast holdfast = open();
    LateDataSource.Answer grant = late.keepNextAnswerTo("acquire_leases");
    CompletableFuture<Lease> asked =
        holdfast.leases().acquireAsync("x", LeaseOptions.defaults()).toCompletableFuture();
    closeMeanwhile(holdfast, grant);
    assertThat(catchThrowable(() -> asked.get(20, TimeUnit.SECONDS)))
        .hasCauseInstanceOf(ClosedException.class);
    assertThat(heldNow()).isZero();
  }

  @Test
  @DisplayName("the same for a client elsewhere")
  void remoteGrantWhileClosing() {
    Holdfast holdfast = open();
    LateDataSource.Answer grant = late.keepNextAnswerTo("acquire_leases");
    CompletableFuture<List<RemoteGrant>> asked = remote(holdfast, "x", "y");
    closeMeanwhile(holdfast, grant);
    assertThat(catchThrowable(() -> asked.get(20, TimeUnit.SECONDS)))
        .hasCauseInstanceOf(ClosedException.class);
    assertThat(heldNow()).isZero();
  }

  @Test
  @DisplayName("a client that goes away from a repeated request keeps what the first one granted")
  void repeatedAndCancelled() {
    Holdfast holdfast = open();
    askTwiceAndGiveUp(holdfast, true, () -> {});
    assertThat(heldNow()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  @DisplayName(
      "given up, and its answer lost: given back, unless an earlier request may have the token")
  void cancelledAndLost(boolean chosen) {
    LossyDataSource lossy = new LossyDataSource(late.dataSource());
    Holdfast holdfast = lab.open(lossy.dataSource(), HoldfastSettings.defaults());
    askTwiceAndGiveUp(holdfast, chosen, () -> lossy.loseNextAnswerTo("acquire_leases"));
    assertThat(lossy.lost()).isEqualTo(1);
    assertThat(heldNow()).isEqualTo(chosen ? 1 : 0);
  }

  @Test
  @DisplayName(
      "a grant whose future was cancelled is given back, for leases of ours and of clients")
  void cancelledMeanwhile() {
    Holdfast holdfast = open();
    LateDataSource.Answer grant = late.keepNextAnswerTo("acquire_leases");
    CompletableFuture<List<RemoteGrant>> remote = remote(holdfast, "x");
    grant.awaitThere();
    CompletableFuture<Lease> ours =
        holdfast.leases().acquireAsync("y", LeaseOptions.defaults()).toCompletableFuture();
    assertThat(remote.cancel(false)).isTrue();
    grant.tell();
    ours.join().release();
    LateDataSource.Answer second = late.keepNextAnswerTo("acquire_leases");
    ours = holdfast.leases().acquireAsync("y", LeaseOptions.defaults()).toCompletableFuture();
    second.awaitThere();
    assertThat(ours.cancel(false)).isTrue();
    second.tell();
    Await.until("both are free", () -> heldNow() == 0 && granted() == 3);
  }

  @Test
  @DisplayName("closing tells clients elsewhere who wait, and leaves those alone who hold")
  void waitingWhileClosing() {
    Holdfast holdfast = open();
    RemoteGrant held = remote(holdfast, "x").join().get(0);
    CompletableFuture<List<RemoteGrant>> waiting = remote(holdfast, "x");
    Await.until("it waits", () -> lab.sql().number("select count(*) from holdfast.waiter") == 1);
    holdfast.close();
    assertThat(catchThrowable(() -> waiting.get(20, TimeUnit.SECONDS)))
        .hasCauseInstanceOf(ClosedException.class);
    assertThat(lab.sql().number("select count(*) from holdfast.waiter")).isZero();
    assertThat(heldNow()).isEqualTo(1);
    RemoteLeases elsewhere = lab.open().leases().remote();
    assertThat(elsewhere.release("x", held.fence(), held.token()).toCompletableFuture().join())
        .isTrue();
  }

  @Test
  @DisplayName("closing waits for grants that are on their way to somebody who does not want them")
  void undelivered() throws Exception {
    Holdfast holdfast = open();
    CountDownLatch busy = new CountDownLatch(8);
    CountDownLatch goOn = new CountDownLatch(1);
    for (int i = 0; i < 8; i++) {
      remote(holdfast, "busy" + i)
          .thenAccept(
              grants -> {
                busy.countDown();
                Await.signal("leave to go on", goOn);
              });
    }
    Await.signal("all threads for callbacks are busy", busy);
    CompletableFuture<List<RemoteGrant>> unwanted = remote(holdfast, "x");
    Await.until("it is granted", () -> heldNow() == 9);
    assertThat(unwanted.cancel(false)).isTrue();
    Thread closing = new Thread(holdfast::close);
    closing.start();
    Await.until(
        "closing has begun",
        () ->
            closing.getState() == Thread.State.TIMED_WAITING
                || closing.getState() == Thread.State.TERMINATED);
    goOn.countDown();
    closing.join(TimeUnit.SECONDS.toMillis(20));
    assertThat(heldNow()).isEqualTo(8);
  }

  /** The second request has the token of the first, which was granted; its caller goes away. */
  private void askTwiceAndGiveUp(Holdfast holdfast, boolean chosen, Runnable between) {
    RemoteRequest request =
        new RemoteRequest(
            List.of("x"), "client", UUID.randomUUID(), chosen, LeaseOptions.defaults(), null);
    holdfast.leases().remote().acquire(request).toCompletableFuture().join();
    LateDataSource.Answer grant = late.keepNextAnswerTo("acquire_leases");
    between.run();
    CompletableFuture<List<RemoteGrant>> again =
        holdfast.leases().remote().acquire(request).toCompletableFuture();
    grant.awaitThere();
    assertThat(again.cancel(false)).isTrue();
    grant.tell();
    holdfast.leases().acquire("y").release(); // whatever was to be given back has been by now
  }

  private Holdfast open() {
    return lab.open(late.dataSource(), HoldfastSettings.defaults());
  }

  private static CompletableFuture<List<RemoteGrant>> remote(
      Holdfast holdfast, String... resources) {
    return holdfast
        .leases()
        .remote()
        .acquire(
            new RemoteRequest(
                List.of(resources),
                "client",
                UUID.randomUUID(),
                false,
                LeaseOptions.defaults().withWait(Duration.ofSeconds(20)),
                null))
        .toCompletableFuture();
  }

  /** The answer arrives when closing has begun. */
  private static void closeMeanwhile(Holdfast holdfast, LateDataSource.Answer answer) {
    answer.awaitThere();
    Thread closing = new Thread(holdfast::close);
    closing.start();
    Await.until(
        "closing waits for what is under way",
        () -> closing.getState() == Thread.State.TIMED_WAITING);
    answer.tell();
    try {
      closing.join(TimeUnit.SECONDS.toMillis(20));
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
    assertThat(closing.isAlive()).isFalse();
  }

  private long heldNow() {
    return lab.sql().number("select count(*) from holdfast.lease where token_hash is not null");
  }

  private long granted() {
    return lab.sql().number("select sum(fence) from holdfast.lease");
  }
}
