package dev.holdfast.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.holdfast.Holdfast;
import dev.holdfast.HoldfastEvent.BatchSent;
import dev.holdfast.HoldfastSettings;
import dev.holdfast.LeaseLostException;
import dev.holdfast.support.Await;
import dev.holdfast.support.Crowd;
import dev.holdfast.support.LateDataSource;
import dev.holdfast.support.LossyDataSource;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Within a process leases go from one caller to the next, and the database hears of it later. */
class HandOverTest extends HandOverLab {

  private long fenceInDatabase() {
    return lab.sql().number("select fence from holdfast.lease where resource = 'x'");
  }

  @Test
  @DisplayName(
      "who waits has it while the database does not answer; its guard waits for the record")
  void withoutTheDatabase() throws Exception {
    Leases leases = leases();
    Lease first = promised(leases);
    CompletableFuture<Lease> second = waiter(leases);
    CompletableFuture<Lease> third = waiter(leases);
    CompletableFuture<Lease> fourth = waiter(leases);
    awaitPlace();
    LateDataSource.Answer record = late.keepNextAnswerTo("succeed_leases");
    first.close();
    Lease next = now(second);
    record.awaitThere(); // from here on the database says nothing
    assertThat(next.fence()).isEqualTo(first.fence() + 1);
    assertThat(next.isHeld()).isTrue();
    next.close();
    Lease afterNext = now(third);
    afterNext.close();
    Lease last = now(fourth);
    assertThat(last.fence()).isEqualTo(first.fence() + 3);
    assertThat(fenceInDatabase()).isEqualTo(first.fence() + 1);
    CompletableFuture<String> written =
        CompletableFuture.supplyAsync(() -> last.inTransaction(tx -> "written"));
    assertThat(catchThrowable(() -> written.get(50, TimeUnit.MILLISECONDS)))
        .as("not before the database knows the lease")
        .isNotNull();
    record.tell();
    assertThat(written.get(15, TimeUnit.SECONDS)).isEqualTo("written");
    assertThat(last.release()).isTrue();
    assertThat(lab.sql().column("select fence::text from holdfast.past_lease order by fence"))
        .hasSize((int) last.fence())
        .endsWith(String.valueOf(last.fence()));
  }

  @Test
  @DisplayName("the answer to the record is lost: once more, and each lease is there once")
  void lostAnswer() throws Exception {
    LossyDataSource lossy = new LossyDataSource(lab.dataSource());
    Leases leases = lab.open(lossy.dataSource(), HoldfastSettings.defaults()).leases();
    Lease first = promised(leases);
    CompletableFuture<Lease> second = waiter(leases);
    awaitPlace();
    lossy.loseNextAnswerTo("succeed_leases");
    assertThat(first.release()).as("after all it is recorded").isTrue();
    assertThat(lossy.lost()).isEqualTo(1);
    Lease next = now(second);
    assertThat(next.isHeld()).isTrue();
    assertThat(fenceInDatabase()).isEqualTo(next.fence());
    next.renew(Duration.ofMinutes(2));
    assertThat(next.release()).isTrue();
    assertThat(lab.sql().number("select count(*) from holdfast.past_lease"))
        .isEqualTo(next.fence());
  }

  // What followed was sent in one with what had been recorded already, and all were told as lost.
  @Test
  @DisplayName("the answer to the record is lost, and the lease went on meanwhile: nobody loses it")
  void lostAnswerAndFollowers() throws Exception {
    LossyDataSource lossy = new LossyDataSource(late.dataSource());
    Leases leases = lab.open(lossy.dataSource(), HoldfastSettings.defaults()).leases();
    Lease first = promised(leases);
    CompletableFuture<Lease> second = waiter(leases);
    CompletableFuture<Lease> third = waiter(leases);
    awaitPlace();
    LateDataSource.Answer record = late.keepNextAnswerTo("succeed_leases");
    lossy.loseNextAnswerTo("succeed_leases");
    first.close();
    Lease next = now(second);
    record.awaitThere();
    next.close();
    Lease last = now(third);
    record.tell();
    String written = last.inTransaction(tx -> "written");
    assertThat(written).isEqualTo("written");
    assertThat(lossy.lost()).isEqualTo(1);
    assertThat(last.fence()).isEqualTo(first.fence() + 2);
    assertThat(last.release()).isTrue();
    assertThat(lab.sql().number("select count(*) from holdfast.past_lease"))
        .isEqualTo(last.fence());
  }

  @Test
  @DisplayName(
      "a lease that was taken away before its hand-over is recorded: the next one hears it")
  void takenAway() throws Exception {
    Leases leases = leases();
    Lease first = promised(leases);
    CompletableFuture<Lease> second = waiter(leases);
    awaitPlace();
    lab.sql().run("select holdfast.force_release('x', ?::bigint, 'a test')", first.fence());
    boolean ours = first.release();
    Lease next = now(second);
    Await.until(
        "it is lost, or a later grant", () -> !next.isHeld() || next.heritage().isRecorded());
    if (next.fence() == first.fence() + 1) {
      assertThat(ours).isFalse();
      assertThat(next.isHeld()).isFalse();
      assertThat(catchThrowable(() -> next.inTransaction(tx -> "stale")))
          .isInstanceOf(LeaseLostException.class);
    } else {
      assertThat(next.fence()).as("granted anew").isGreaterThan(first.fence() + 64);
    }
  }

  // The release waited for its record, the try that followed did not, and was told that its own
  // process had the lease.
  @Test
  @DisplayName("an acquisition that follows close() comes after it, however many are unrecorded")
  void neverRefused() {
    AtomicInteger batches = new AtomicInteger();
    Leases leases =
        lab.open(
                HoldfastSettings.defaults()
                    .withListener(
                        event -> {
                          if (event instanceof BatchSent) {
                            batches.incrementAndGet();
                          }
                        }))
            .leases();
    int pairs = 5_000;
    for (int i = 1; i <= pairs; i++) {
      Lease lease = leases.tryAcquire("x").orElseThrow();
      assertThat(lease.fence()).isEqualTo(i);
      lease.close();
    }
    assertThat(batches.get()).as("a batch records many").isLessThan(pairs / 4);
    Await.until(
        "all are recorded",
        () -> lab.sql().number("select count(*) from holdfast.past_lease") == pairs);
    assertThat(lab.sql().number("select max(fence) from holdfast.past_lease")).isEqualTo(pairs);
  }

  @Test
  @DisplayName("L3: what an open transaction works under goes on through the database, after it")
  void guarded() throws Exception {
    Leases leases = leases();
    Lease first = promised(leases);
    CompletableFuture<Lease> second = waiter(leases);
    awaitPlace();
    try (Connection writer = lab.dataSource().getConnection()) {
      writer.setAutoCommit(false);
      first.guard(writer);
      first.close();
      assertThat(catchThrowable(() -> second.get(100, TimeUnit.MILLISECONDS))).isNotNull();
      writer.commit();
    }
    assertThat(now(second).isHeld()).isTrue();
    assertThat(catchThrowable(() -> first.inTransaction(tx -> "late")))
        .isInstanceOf(LeaseLostException.class);
  }

  @Test
  @DisplayName("with attributes, which the database may refuse, it goes through the database")
  void attributes() throws Exception {
    Leases leases = leases();
    Lease first = promised(leases);
    CompletableFuture<Lease> second =
        leases.acquireAsync("x", PATIENT.withAttributes(Map.of("job", "7"))).toCompletableFuture();
    awaitPlace();
    first.close();
    assertThat(now(second).heritage().isRecorded()).isTrue();
    assertThat(lab.sql().column("select attributes ->> 'job' from holdfast.lease"))
        .containsExactly("7");
  }

  @Test
  @DisplayName("closing gives back what was handed over, recorded or not")
  void closing() throws Exception {
    Holdfast holdfast = lab.open(late.dataSource(), HoldfastSettings.defaults());
    Lease first = promised(holdfast.leases());
    CompletableFuture<Lease> second = waiter(holdfast.leases());
    awaitPlace();
    LateDataSource.Answer record = late.keepNextAnswerTo("succeed_leases");
    first.close();
    now(second);
    record.awaitThere();
    CompletableFuture<Void> closed = CompletableFuture.runAsync(holdfast::close);
    record.tell();
    closed.get(15, TimeUnit.SECONDS);
    assertThat(lab.sql().number("select count(*) from holdfast.lease where token_hash is null"))
        .isEqualTo(1);
  }

  @Test
  @DisplayName(
      "L3 L7: two processes and many threads: one at a time, every fence once, none missing")
  void fuzz() {
    List<Leases> processes = List.of(lab.open("one").leases(), lab.open("two").leases());
    long[] unsafe = new long[1];
    AtomicInteger inside = new AtomicInteger();
    List<Long> fences = new ArrayList<>();
    int threads = 8;
    int times = 400;
    int all = threads * times;
    Crowd.of(threads)
        .run(
            no -> {
              Leases leases = processes.get(no % 2);
              for (int i = 0; i < times; i++) {
                Lease lease = leases.acquire("x", PATIENT);
                assertThat(inside.incrementAndGet()).isEqualTo(1);
                fences.add(lease.fence()); // under the lease
                unsafe[0]++;
                inside.decrementAndGet();
                if (i % 3 == 0) {
                  assertThat(lease.release()).isTrue();
                } else {
                  lease.close();
                }
              }
            });
    assertThat(unsafe[0]).isEqualTo(all);
    assertThat(fences).isSorted().doesNotHaveDuplicates().hasSize(all);
    Await.until(
        "all are in the history",
        () -> lab.sql().number("select count(*) from holdfast.past_lease") == all);
    assertThat(lab.sql().number("select max(fence) from holdfast.past_lease")).isEqualTo(all);
  }
}
