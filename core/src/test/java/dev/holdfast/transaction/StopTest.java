package dev.holdfast.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.holdfast.CancelledException;
import dev.holdfast.DeadlineExceededException;
import dev.holdfast.HoldfastSettings;
import dev.holdfast.Problem;
import dev.holdfast.WaitInterruptedException;
import dev.holdfast.support.Await;
import dev.holdfast.support.Isolation;
import dev.holdfast.support.Lab;
import dev.holdfast.support.Sql;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Deadline, interrupt and cancellation, on a pool of one connection that must stay clean. */
class StopTest {

  private static final Duration SOON = Duration.ofMillis(300);

  /** For what has to get as far as a statement before the deadline, on a busy machine too. */
  private static final Duration LATER = Duration.ofSeconds(2);

  private static final String LOCK = "select from item where id = 1 for update";
  private static final String WRITE = "update item set n = n + 1 where id = 2";

  private final Lab lab = new Lab(Isolation.READ_COMMITTED);
  private HikariDataSource pool;
  private Transactions transactions;

  @BeforeEach
  void open() {
    lab.sql().run("drop table if exists item");
    lab.sql().run("create table item (id integer primary key, n integer)");
    lab.sql().run("insert into item values (1, 0), (2, 0)");
    HikariConfig config = new HikariConfig();
    config.setDataSource(lab.dataSource());
    config.setMaximumPoolSize(1);
    config.setConnectionTimeout(20_000);
    pool = lab.closing(new HikariDataSource(config));
    transactions = lab.closing(new Transactions(pool, HoldfastSettings.defaults()));
  }

  @AfterEach
  void close() throws SQLException {
    try (Connection connection = pool.getConnection()) {
      assertThat(connection.getAutoCommit()).isTrue();
      assertThat(Sql.column(connection, "select current_setting('lock_timeout')"))
          .containsExactly("0");
    }
    assertThat(lab.sql().text("select n from item where id = 2")).as("committed").isEqualTo("0");
    lab.close();
  }

  /** Writes something, then waits for ever: for a row lock or in the server. */
  private int stuck(Transaction tx, String waiting) throws SQLException {
    Sql.run(tx.connection(), WRITE);
    Sql.run(tx.connection(), waiting);
    return 0;
  }

  private void awaitStuck() {
    Await.until(
        "the statement waits",
        () ->
            lab.sql()
                    .number(
                        "select count(*) from pg_stat_activity where datname = current_database()"
                            + " and state = 'active' and pid <> pg_backend_pid()"
                            + " and wait_event_type in ('Lock', 'Timeout')")
                > 0);
  }

  @Test
  @DisplayName("W5: a statement that runs past the deadline is stopped")
  void deadline() {
    long start = System.nanoTime();
    assertThatThrownBy(
            () ->
                transactions.run(
                    TransactionOptions.defaults().withDeadline(LATER),
                    tx -> stuck(tx, "select pg_sleep(60)")))
        .isInstanceOf(DeadlineExceededException.class)
        .hasMessageContaining("2,000 ms")
        .hasCauseInstanceOf(SQLException.class)
        .satisfies(
            e -> assertThat(Problem.of((DeadlineExceededException) e).status()).isEqualTo(504));
    assertThat(Duration.ofNanos(System.nanoTime() - start))
        .isBetween(LATER, Duration.ofSeconds(40));
  }

  @Test
  @DisplayName("W5: a function that returns after the deadline is rolled back")
  void lateFunction() {
    assertThatThrownBy(
            () ->
                transactions.run(
                    TransactionOptions.defaults().withDeadline(SOON),
                    tx -> {
                      Sql.run(tx.connection(), WRITE);
                      long start = System.nanoTime();
                      Await.until(
                          "the deadline passed", () -> System.nanoTime() - start > SOON.toNanos());
                      return 0;
                    }))
        .isInstanceOf(DeadlineExceededException.class);
  }

  @Test
  @DisplayName("W5: a statement begun just after the deadline is stopped too")
  void statementAfterTheDeadline() {
    long begun = System.nanoTime();
    assertThatThrownBy(
            () ->
                transactions.run(
                    TransactionOptions.defaults().withDeadline(SOON),
                    tx -> {
                      Sql.run(tx.connection(), WRITE);
                      long start = System.nanoTime();
                      Await.until(
                          "the first cancel found nothing to cancel",
                          () -> System.nanoTime() - start > SOON.toNanos() * 2);
                      Sql.run(tx.connection(), "select pg_sleep(60)");
                      return 0;
                    }))
        .isInstanceOf(DeadlineExceededException.class);
    assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(40));
  }

  @Test
  @DisplayName("W5: an application's own error passes through, deadline or not")
  void ownError() {
    IOException own = new IOException("of the application");
    Throwable caught =
        catchThrowable(
            () ->
                transactions.run(
                    TransactionOptions.defaults().withDeadline(LATER),
                    tx -> {
                      Sql.run(tx.connection(), WRITE);
                      long start = System.nanoTime();
                      Await.until(
                          "the deadline passed", () -> System.nanoTime() - start > LATER.toNanos());
                      throw own;
                    }));
    assertThat(caught).isSameAs(own);
  }

  @Test
  @DisplayName("W5: an interrupt ends the wait for a lock; the thread's flag stays set")
  void interrupted() throws SQLException {
    Holder.of(lab, LOCK);
    CompletableFuture<Thread> thread = new CompletableFuture<>();
    CompletableFuture<Boolean> ended =
        CompletableFuture.supplyAsync(
            () -> {
              thread.complete(Thread.currentThread());
              assertThatThrownBy(() -> transactions.run(tx -> stuck(tx, LOCK)))
                  .isInstanceOf(WaitInterruptedException.class)
                  .hasMessageContaining("rolled back");
              return Thread.interrupted();
            });
    awaitStuck();
    thread.join().interrupt();
    assertThat(ended).succeedsWithin(Duration.ofSeconds(10)).isEqualTo(true);
  }

  @Test
  @DisplayName("W5: an interrupt ends the pause between two attempts")
  void interruptedInPause() throws SQLException {
    Holder.of(lab, LOCK);
    CompletableFuture<Thread> thread = new CompletableFuture<>();
    CountDownLatch tried = new CountDownLatch(1);
    TransactionOptions options =
        TransactionOptions.defaults()
            .withLockTimeout(Duration.ofMillis(20))
            .withRetryInterval(Duration.ofSeconds(30))
            .withDeadline(Duration.ofSeconds(60));
    CompletableFuture<Boolean> ended =
        CompletableFuture.supplyAsync(
            () -> {
              thread.complete(Thread.currentThread());
              assertThatThrownBy(
                      () ->
                          transactions.run(
                              options,
                              tx -> {
                                tried.countDown();
                                return stuck(tx, LOCK);
                              }))
                  .isInstanceOf(WaitInterruptedException.class);
              return Thread.interrupted();
            });
    Await.signal("the first attempt", tried);
    Await.until("the pause", () -> pool.getHikariPoolMXBean().getActiveConnections() == 0);
    thread.join().interrupt();
    assertThat(ended).succeedsWithin(Duration.ofSeconds(10)).isEqualTo(true);
  }

  @Test
  @DisplayName("W5: a cancellation ends it from another thread")
  void cancelled() throws SQLException {
    Holder.of(lab, LOCK);
    Cancellation cancellation = new Cancellation();
    CompletableFuture<Void> ended =
        CompletableFuture.runAsync(
            () ->
                assertThatThrownBy(
                        () ->
                            transactions.run(
                                TransactionOptions.defaults().withCancellation(cancellation),
                                tx -> stuck(tx, LOCK)))
                    .isInstanceOf(CancelledException.class)
                    .satisfies(
                        e ->
                            assertThat(Problem.of((CancelledException) e).status())
                                .isEqualTo(503)));
    awaitStuck();
    cancellation.cancel();
    assertThat(ended).succeedsWithin(Duration.ofSeconds(20));
  }

  @Test
  @DisplayName("W5: the deadline holds while the pool has no connection to give")
  void exhaustedPool() throws SQLException {
    try (Connection only = pool.getConnection()) {
      assertThat(only.isValid(20)).isTrue();
      long start = System.nanoTime();
      assertThatThrownBy(
              () ->
                  transactions.run(
                      TransactionOptions.defaults().withDeadline(SOON),
                      tx -> stuck(tx, "select 1")))
          .isInstanceOf(DeadlineExceededException.class);
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(15));
      assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }
  }

  @Test
  @DisplayName("W5: a cancel never strikes whoever has the connection next")
  void neverTheNextOne() throws SQLException {
    for (int round = 0; round < 60; round++) {
      int millis = 20 + round % 30;
      try {
        transactions.run(
            TransactionOptions.defaults().withDeadline(Duration.ofMillis(millis)),
            tx -> {
              Sql.run(tx.connection(), WRITE);
              Sql.run(tx.connection(), "select pg_sleep(0.03)");
              throw new IllegalStateException("roll back");
            });
      } catch (DeadlineExceededException | IllegalStateException e) {
        // one or the other, depending on who was first
      }
      try (Connection next = pool.getConnection()) {
        for (int i = 0; i < 5; i++) {
          Sql.run(next, "select pg_sleep(0.002)");
        }
      }
    }
  }
}
