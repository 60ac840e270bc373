package dev.holdfast.claim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.ClaimLostException;
import dev.holdfast.HoldfastEvent.ClaimsEnded;
import dev.holdfast.HoldfastEvent.HandlerFailed;
import dev.holdfast.HoldfastSettings;
import dev.holdfast.support.Await;
import dev.holdfast.support.CountingDataSource;
import dev.holdfast.support.Sql;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ClaimWorkerTest extends ClaimsTestBase {

  private static final WorkerOptions EAGER =
      WorkerOptions.defaults().withPollInterval(Duration.ofMillis(20));

  @Test
  @DisplayName("C7: 5 workers × 100 items: no duplicate, all done")
  void fiveWorkers() {
    insert(100);
    Queue<Long> handled = new ConcurrentLinkedQueue<>();
    for (int i = 0; i < 5; i++) {
      claims("worker " + i)
          .work(
              EAGER.withBatch(7).withConcurrency(3),
              claim -> {
                handled.add(claim.get("id", Long.class));
                claim.inTransaction(
                    tx -> {
                      effect(tx.connection(), claim);
                      claim.finish(tx);
                      return 0;
                    });
              });
    }
    Await.until("all are done", () -> count("done") == 100);
    assertThat(handled).hasSize(100).doesNotHaveDuplicates();
    assertThat(lab.sql().number("select count(distinct item) from effect")).isEqualTo(100);
    assertThat(lab.sql().number("select count(*) from effect")).isEqualTo(100);
    assertThat(lab.sql().number("select max(attempts) from item")).isEqualTo(1);
  }

  @Test
  @DisplayName("C6: completions go in batches, each one round trip")
  void completionsInBatches() {
    insert(200);
    CountingDataSource counting = new CountingDataSource(lab.dataSource());
    Claims claims =
        lab.open(counting.dataSource(), HoldfastSettings.defaults().withListener(events::add))
            .claims(ITEMS, QUICK);
    claims.sweep();
    counting.reset();
    claims.work(EAGER.withBatch(100).withConcurrency(4), claim -> {});
    Await.until(
        "all are done, and told",
        () -> events(ClaimsEnded.class).stream().mapToInt(ClaimsEnded::done).sum() == 200);
    assertThat(count("done")).isEqualTo(200);
    List<ClaimsEnded> ended = events(ClaimsEnded.class);
    long statements =
        counting.executed().stream().filter(sql -> sql.contains("returning u.no")).count();
    assertThat(statements).isEqualTo(ended.size()).isLessThan(100);
  }

  @Test
  @DisplayName("C6: a handler that throws is tried again, then its row is parked; others go on")
  void poisonHandler() {
    insert(5);
    claims("a")
        .work(
            EAGER,
            claim -> {
              if (claim.key().equals("3")) {
                throw new IllegalStateException("can't do three");
              }
            });
    Await.until("the rest is done", () -> count("done") == 4 && count("parked") == 1);
    assertThat(lab.sql().text("select attempts || last_error from item where id = 3"))
        .isEqualTo("3java.lang.IllegalStateException: can't do three");
    assertThat(events(HandlerFailed.class))
        .extracting(HandlerFailed::attempt)
        .containsExactly(1, 2, 3);
  }

  @Test
  @DisplayName(
      "C5: a handler whose worker's lease was taken is interrupted, and can't finish or write")
  void zombieHandler() {
    insert(1);
    CountDownLatch began = new CountDownLatch(1);
    CountDownLatch taken = new CountDownLatch(1);
    CountDownLatch over = new CountDownLatch(1);
    AtomicReference<Throwable> refused = new AtomicReference<>();
    AtomicInteger interrupts = new AtomicInteger();
    ClaimWorker zombie =
        claims("a")
            .work(
                EAGER,
                claim -> {
                  began.countDown();
                  while (taken.getCount() > 0) {
                    try {
                      taken.await();
                    } catch (InterruptedException e) {
                      interrupts.incrementAndGet();
                    }
                  }
                  try {
                    claim.inTransaction(tx -> effect(tx.connection(), claim));
                  } catch (ClaimLostException e) {
                    refused.set(e);
                  }
                  over.countDown();
                });
    Await.signal("the handler began", began);
    zombie.stop(Duration.ZERO); // it is to claim no second time: b is to have the row
    interrupts.set(0);
    endLeasesOf("a");
    Claims b = claims("b");
    Claim next = Await.gets("b takes over", b::tryClaim);
    taken.countDown();
    Await.signal("the zombie woke up", over);
    assertThat(refused.get()).isInstanceOf(ClaimLostException.class);
    assertThat(lab.sql().number("select count(*) from effect")).isZero();
    assertThat(next.finish()).isTrue();
  }

  @Test
  @DisplayName(
      "C5: when the lease is lost handlers are interrupted and the worker goes on with a new one")
  void goesOnAfterALoss() {
    insert(2);
    CountDownLatch began = new CountDownLatch(2);
    AtomicInteger interrupted = new AtomicInteger();
    claims("a")
        .work(
            EAGER,
            claim -> {
              began.countDown();
              if (claim.attempt() == 1) {
                try {
                  new CountDownLatch(1).await();
                } catch (InterruptedException e) {
                  interrupted.incrementAndGet();
                  throw e;
                }
              }
            });
    Await.signal("both began", began);
    endLeasesOf("a");
    Await.until("both are done at the second attempt", () -> count("done") == 2);
    Await.until("both heard of the loss", () -> interrupted.get() == 2);
    assertThat(lab.sql().number("select max(attempts) from item")).isEqualTo(2);
  }

  @Test
  @DisplayName("C8: a graceful stop lets handlers end and gives back what was not begun")
  void gracefulStop() {
    insert(20);
    CountDownLatch began = new CountDownLatch(2);
    CountDownLatch goOn = new CountDownLatch(1);
    ClaimWorker worker =
        claims("a")
            .work(
                EAGER.withConcurrency(2).withBatch(10),
                claim -> {
                  began.countDown();
                  goOn.await();
                });
    Await.signal("two began", began);
    Thread stopping = new Thread(() -> worker.stop(Duration.ofSeconds(20)));
    stopping.start();
    Await.until("the rest was given back", () -> count("ready") == 18);
    assertThat(lab.sql().number("select sum(attempts) from item")).isEqualTo(2);
    goOn.countDown();
    Await.until("stopped", worker::isStopped);
    assertThat(count("done")).isEqualTo(2);
    assertThat(count("processing")).isZero();
  }

  @Test
  @DisplayName("a stop that runs out of patience interrupts the handlers")
  void impatientStop() {
    insert(1);
    CountDownLatch began = new CountDownLatch(1);
    ClaimWorker worker =
        claims("a")
            .work(
                EAGER,
                claim -> {
                  began.countDown();
                  new CountDownLatch(1).await();
                });
    Await.signal("it began", began);
    assertThat(worker.stop(Duration.ofMillis(50))).isTrue();
    assertThat(statusOf(1)).isEqualTo("ready");
  }

  @Test
  @DisplayName("handlers run on the executor that is given, no more at once than allowed")
  void givenExecutor() {
    insert(30);
    ExecutorService executor = Executors.newCachedThreadPool();
    lab.closing(executor::shutdownNow);
    AtomicInteger now = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    claims("a")
        .work(
            EAGER.withConcurrency(3).withExecutor(executor),
            claim -> {
              most.accumulateAndGet(now.incrementAndGet(), Math::max);
              claim.inTransaction(tx -> 0);
              now.decrementAndGet();
            });
    Await.until("all are done", () -> count("done") == 30);
    assertThat(most.get()).isBetween(1, 3);
  }

  @Test
  @DisplayName("a worker that listens is woken by an insert, long before its poll")
  void wokenByInsert() {
    lab.sql().run(ITEMS.wakeUpDdl());
    ClaimWorker worker =
        claims("a")
            .work(
                WorkerOptions.defaults().withPollInterval(Duration.ofMinutes(10)).withListening(),
                claim -> {});
    Await.until(
        "it listens",
        () ->
            lab.sql()
                    .number(
                        "select count(*) from pg_stat_activity where datname = current_database()"
                            + " and query like 'listen holdfast_claims%' and state = 'idle'")
                == 1);
    insert(1);
    Await.until("done", () -> count("done") == 1);
    assertThat(worker.stop(Duration.ofSeconds(30))).isTrue();
  }

  @Test
  @DisplayName("an ending that the table refuses does not hold up the others")
  void refusedEnding() {
    insert(10);
    lab.sql().run("alter table item add constraint no_five check (id <> 5 or status <> 'done')");
    claims("a").work(EAGER, claim -> {});
    Await.until("the others are done", () -> count("done") == 9);
    assertThat(statusOf(5)).isNotEqualTo("done");
  }

  private static int effect(java.sql.Connection connection, Claim claim) throws SQLException {
    Sql.run(
        connection,
        "insert into effect values (?, ?)",
        claim.get("id", Long.class),
        claim.version());
    return 1;
  }
}
