package dev.holdfast.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.holdfast.Conflict;
import dev.holdfast.DeadlineExceededException;
import dev.holdfast.DeadlockException;
import dev.holdfast.HoldfastEvent.Ending;
import dev.holdfast.HoldfastEvent.LockWaitTimedOut;
import dev.holdfast.HoldfastEvent.TransactionEnded;
import dev.holdfast.HoldfastEvent.TransactionRetried;
import dev.holdfast.LockTimeoutException;
import dev.holdfast.Problem;
import dev.holdfast.SerializationException;
import dev.holdfast.support.Await;
import dev.holdfast.support.CountingDataSource;
import dev.holdfast.support.Crowd;
import dev.holdfast.support.Isolation;
import dev.holdfast.support.Lab;
import dev.holdfast.support.Sql;
import java.sql.BatchUpdateException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What is tried again, how often, and what is told in the end. */
class RetryTest {

  private static final TransactionOptions FAST =
      TransactionOptions.defaults()
          .withLockTimeout(Duration.ofMillis(50))
          .withRetryInterval(Duration.ofMillis(20))
          .withMaxRetries(3)
          .withDeadline(Duration.ofSeconds(20));
  private static final String LOCK = "select from item where id = 1 for update";

  private final Lab lab = new Lab(Isolation.READ_COMMITTED);
  private final Heard heard = new Heard();
  private CountingDataSource counting;
  private Transactions transactions;

  @BeforeEach
  void open() {
    lab.sql().run("drop table if exists item");
    lab.sql().run("create table item (id integer primary key, n integer)");
    lab.sql().run("insert into item values (1, 0), (2, 0)");
    counting = new CountingDataSource(lab.dataSource());
    transactions = lab.closing(new Transactions(counting.dataSource(), heard.settings()));
  }

  @AfterEach
  void close() {
    lab.close();
  }

  @Test
  @DisplayName("W2 W11: a lock timeout is tried again until the lock is free, each time anew")
  void untilFree() throws SQLException {
    Holder holder = Holder.of(lab, LOCK);
    AtomicInteger attempts = new AtomicInteger();
    transactions.run(
        FAST,
        tx -> {
          assertThat(tx.attempt()).isEqualTo(attempts.incrementAndGet());
          Sql.run(tx.connection(), "insert into item values (?, 0)", 100 + attempts.get());
          if (attempts.get() == 3) {
            holder.close();
          }
          Sql.run(tx.connection(), LOCK);
          return 0;
        });
    assertThat(lab.sql().column("select id from item where id > 100")).containsExactly("103");
    assertThat(heard.all(TransactionRetried.class))
        .extracting(TransactionRetried::conflict)
        .containsExactly(Conflict.LOCK_TIMEOUT, Conflict.LOCK_TIMEOUT);
    assertThat(heard.all(LockWaitTimedOut.class)).hasSize(2);
    assertThat(heard.all(TransactionEnded.class))
        .singleElement()
        .satisfies(end -> assertThat(end.ending()).isEqualTo(Ending.COMMITTED))
        .satisfies(end -> assertThat(end.attempts()).isEqualTo(3));
  }

  @Test
  @DisplayName("W2: when all retries failed: the last failure, the earlier suppressed, HTTP 409")
  void exhausted() throws SQLException {
    Holder.of(lab, LOCK);
    LockTimeoutException error =
        catchThrowableOfType(
            LockTimeoutException.class,
            () ->
                transactions.run(
                    FAST,
                    tx -> {
                      Sql.run(tx.connection(), LOCK);
                      return 0;
                    }));
    assertThat(error.attempts()).isEqualTo(4);
    assertThat(error).hasMessageStartingWith("the resource is being modified by another operation");
    assertThat(error.getCause()).isInstanceOf(SQLException.class);
    assertThat(error.getSuppressed()).hasSize(3).allMatch(e -> e instanceof SQLException);
    Problem problem = Problem.of(error);
    assertThat(problem.status()).isEqualTo(409);
    assertThat(problem.title()).isEqualTo("The resource is being modified by another operation");
    assertThat(problem.extensions())
        .containsEntry("conflict", "lock-timeout")
        .containsEntry("attempts", "4");
    assertThat(heard.all(TransactionEnded.class))
        .extracting(TransactionEnded::ending)
        .containsExactly(Ending.ROLLED_BACK);
  }

  @Test
  @DisplayName("W2: the pause is jittered, half to one and a half of the interval")
  void jitter() throws SQLException {
    Holder.of(lab, LOCK);
    assertThatThrownBy(
            () ->
                transactions.run(
                    FAST.withLockTimeout(Duration.ofMillis(1)).withMaxRetries(20),
                    tx -> {
                      Sql.run(tx.connection(), LOCK);
                      return 0;
                    }))
        .isInstanceOf(LockTimeoutException.class);
    List<Duration> pauses =
        heard.all(TransactionRetried.class).stream().map(TransactionRetried::pause).toList();
    assertThat(pauses)
        .hasSize(20)
        .allMatch(pause -> pause.toMillis() >= 10 && pause.toMillis() <= 30)
        .doesNotHaveDuplicates();
  }

  @Test
  @DisplayName("W2: no connection is held during the pause")
  void noConnectionWhilePausing() throws SQLException {
    Holder.of(lab, LOCK);
    AtomicInteger pauses = new AtomicInteger();
    Heard other = new Heard();
    try (Transactions watched =
        new Transactions(
            counting.dataSource(),
            other
                .settings()
                .withListener(
                    event -> {
                      if (event instanceof TransactionRetried) {
                        // the watchdog may have one for a moment, to see who is in the way
                        Await.until("none is open", () -> counting.open() == 0);
                        pauses.incrementAndGet();
                      }
                    }))) {
      assertThatThrownBy(
              () ->
                  watched.run(
                      FAST.withDeadline(Duration.ofMinutes(2)),
                      tx -> {
                        Sql.run(tx.connection(), LOCK);
                        return 0;
                      }))
          .isInstanceOf(LockTimeoutException.class);
    }
    assertThat(pauses).hasValue(3);
  }

  @Test
  @DisplayName("W3: a deadlock is tried again, and both get through")
  void deadlock() {
    CyclicBarrier both = new CyclicBarrier(2);
    Crowd.of(2)
        .run(
            no ->
                transactions.run(
                    FAST.withLockTimeout(Duration.ofSeconds(10)),
                    tx -> {
                      Sql.run(tx.connection(), "update item set n = n + 1 where id = ?", 1 + no);
                      if (tx.attempt() == 1) {
                        both.await(20, TimeUnit.SECONDS);
                      }
                      Sql.run(tx.connection(), "update item set n = n + 1 where id = ?", 2 - no);
                      return 0;
                    }));
    assertThat(lab.sql().column("select n from item order by id")).containsExactly("2", "2");
    assertThat(heard.all(TransactionRetried.class))
        .extracting(TransactionRetried::conflict)
        .containsOnly(Conflict.DEADLOCK);
  }

  @Test
  @DisplayName("W3: a serialization failure is tried again where asked for, else told as such")
  void serialization() throws SQLException {
    TransactionOptions serializable = FAST.withIsolation(IsolationLevel.REPEATABLE_READ);
    SerializationException error =
        catchThrowableOfType(SerializationException.class, () -> stale(serializable));
    assertThat(error.attempts()).isEqualTo(1);
    assertThat(Problem.of(error).status()).isEqualTo(409);
    assertThat(stale(serializable.withRetryOn(Conflict.SERIALIZATION))).isEqualTo(2);
  }

  /** Writes what somebody else changed after it was read, in the first attempt; answers which. */
  private int stale(TransactionOptions options) throws SQLException {
    return transactions.run(
        options,
        tx -> {
          Sql.column(tx.connection(), "select n from item where id = 1");
          if (tx.attempt() == 1) {
            lab.sql().run("update item set n = n + 1 where id = 1");
          }
          Sql.run(tx.connection(), "update item set n = n + 1 where id = 1");
          return tx.attempt();
        });
  }

  @Test
  @DisplayName("W3: what is not to be tried again is told by its kind after one attempt")
  void notAsked() throws SQLException {
    Holder.of(lab, LOCK);
    LockTimeoutException error =
        catchThrowableOfType(
            LockTimeoutException.class,
            () ->
                transactions.run(
                    FAST.withRetryOn(Conflict.DEADLOCK),
                    tx -> {
                      Sql.run(tx.connection(), LOCK);
                      return 0;
                    }));
    assertThat(error.attempts()).isEqualTo(1);
  }

  @Test
  @DisplayName("W3: frameworks wrap: causes are looked through, and batches; bounded")
  void wrapped() {
    SQLException deadlock = new SQLException("deadlock", "40P01");
    BatchUpdateException batch = new BatchUpdateException("batch", "22000", new int[0]);
    batch.setNextException(deadlock);
    assertThat(Conflict.in(new IllegalStateException(new RuntimeException(deadlock))))
        .contains(Conflict.DEADLOCK);
    assertThat(Conflict.in(new RuntimeException(batch))).contains(Conflict.DEADLOCK);
    Exception round = new Exception();
    round.initCause(new Exception(round));
    assertThat(Conflict.in(round)).isEmpty();
    AtomicInteger attempts = new AtomicInteger();
    assertThatThrownBy(
            () ->
                transactions.run(
                    FAST,
                    tx -> {
                      attempts.incrementAndGet();
                      throw new IllegalStateException("of a framework", deadlock);
                    }))
        .isInstanceOf(DeadlockException.class);
    assertThat(attempts).hasValue(4);
  }

  @Test
  @DisplayName("W2: the end of a run inside another one is not tried again by the outer one")
  void nested() throws SQLException {
    Holder.of(lab, LOCK);
    AtomicInteger attempts = new AtomicInteger();
    assertThatThrownBy(
            () ->
                transactions.run(
                    FAST,
                    outer -> {
                      attempts.incrementAndGet();
                      return transactions.run(
                          FAST.withMaxRetries(0),
                          inner -> {
                            Sql.run(inner.connection(), LOCK);
                            return 0;
                          });
                    }))
        .isInstanceOf(LockTimeoutException.class);
    assertThat(attempts).hasValue(1);
  }

  @Test
  @DisplayName("W4: the deadline is what holds, not retries × lock timeout")
  void deadline() throws SQLException {
    Holder.of(lab, LOCK);
    long start = System.nanoTime();
    assertThatThrownBy(
            () ->
                transactions.run(
                    TransactionOptions.defaults()
                        .withLockTimeout(Duration.ofMillis(400))
                        .withDeadline(Duration.ofMillis(1_000)),
                    tx -> {
                      Sql.run(tx.connection(), LOCK);
                      return 0;
                    }))
        // the lock timeout comes 40 ms before the deadline, which a busy server may sleep through
        .isInstanceOfAny(LockTimeoutException.class, DeadlineExceededException.class);
    assertThat(Duration.ofNanos(System.nanoTime() - start))
        .as("all retries would take 40 s and more")
        .isBetween(Duration.ofMillis(700), Duration.ofSeconds(20));
  }

  @Test
  @DisplayName("W4: the default deadline is what the source promised: 30 s + 100 × 100 ms")
  void defaultDeadline() {
    assertThat(TransactionOptions.defaults().altogether()).isEqualTo(Duration.ofSeconds(40));
  }

  @Test
  @DisplayName("W4: an attempt waits for a lock no longer than the time that is left")
  void lockTimeoutWithinDeadline() throws SQLException {
    String timeout =
        transactions.run(
            TransactionOptions.defaults().withDeadline(Duration.ofSeconds(20)),
            tx ->
                String.valueOf(
                    Sql.column(
                            tx.connection(),
                            "select extract(epoch from current_setting('lock_timeout')::interval)")
                        .get(0)));
    assertThat(Double.parseDouble(timeout)).isBetween(10.0, 20.0);
  }
}
