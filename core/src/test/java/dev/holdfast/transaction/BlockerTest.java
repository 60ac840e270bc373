package dev.holdfast.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.holdfast.Blocker;
import dev.holdfast.HoldfastEvent.LockWaitTimedOut;
import dev.holdfast.HoldfastEvent.TransactionSlow;
import dev.holdfast.HoldfastSettings;
import dev.holdfast.LockTimeoutException;
import dev.holdfast.support.Await;
import dev.holdfast.support.CaughtLog;
import dev.holdfast.support.Isolation;
import dev.holdfast.support.Lab;
import dev.holdfast.support.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;

/** Who is in the way, and who keeps others waiting. */
class BlockerTest {

  private static final TransactionOptions ONCE =
      TransactionOptions.defaults()
          .withLockTimeout(Duration.ofMillis(600))
          .withMaxRetries(0)
          .withDeadline(Duration.ofSeconds(20));

  /** Long enough for a busy machine to look who is in the way, half of it and each quarter. */
  private static final TransactionOptions LONG = ONCE.withLockTimeout(Duration.ofSeconds(3));

  private static final String LOCK = "select from item where id = 1 for update";

  private final Lab lab = new Lab(Isolation.READ_COMMITTED);
  private final Heard heard = new Heard();

  @BeforeEach
  void open() {
    lab.sql().run("drop table if exists item");
    lab.sql().run("create table item (id integer primary key, n integer)");
    lab.sql().run("insert into item values (1, 0), (2, 0)");
  }

  @AfterEach
  void close() {
    lab.close();
  }

  private LockTimeoutException timeout(Transactions transactions, TransactionOptions options) {
    return catchThrowableOfType(
        LockTimeoutException.class,
        () ->
            transactions.run(
                options,
                tx -> {
                  Sql.run(tx.connection(), "update item set n = 1 where id = 2");
                  Sql.run(tx.connection(), LOCK);
                  return 0;
                }));
  }

  @Test
  @DisplayName("W11: a timed out wait names the blocker: pid, application, state, ages, query")
  void named() throws SQLException {
    Holder holder = Holder.of(lab, LOCK);
    holder.run("select 'x', '" + "long ".repeat(100) + "'");
    String pid = holder.pid();
    holder.run("select 'the last thing it did', '" + "long ".repeat(100) + "'");
    Transactions transactions = lab.closing(new Transactions(lab.dataSource(), heard.settings()));
    LockTimeoutException error = timeout(transactions, LONG);
    Blocker blocker = error.blockers().get(0);
    assertThat(error.blockers()).hasSize(1);
    assertThat(blocker.pid()).isEqualTo(Integer.parseInt(pid));
    assertThat(blocker.application()).isEqualTo("the holder");
    assertThat(blocker.state()).isEqualTo("idle in transaction");
    assertThat(blocker.ages().transaction()).isPositive();
    assertThat(blocker.ages().query()).isPositive();
    assertThat(blocker.query()).startsWith("select 'the last thing").hasSizeLessThan(202);
    assertThat(error)
        .hasMessageContainingAll("pid " + pid, "the holder", "idle in transaction", "last thing");
    assertThat(heard.all(LockWaitTimedOut.class))
        .singleElement()
        .satisfies(event -> assertThat(event.blockers()).hasSize(1));
  }

  @Test
  @DisplayName("W11: a role that may not look is told so")
  void hidden() throws SQLException {
    String role = "test_" + UUID.randomUUID().toString().substring(0, 8);
    lab.sql().run("create role \"" + role + "\" login password 'x'");
    lab.sql().run("grant all on item to \"" + role + "\"");
    try {
      Holder.of(lab, LOCK);
      PGSimpleDataSource source = lab.dataSource();
      source.setUser(role);
      source.setPassword("x");
      Transactions transactions =
          lab.closing(new Transactions(source, HoldfastSettings.defaults()));
      LockTimeoutException error = timeout(transactions, LONG);
      assertThat(error.blockers()).singleElement().matches(Blocker::isHidden);
      assertThat(error).hasMessageContaining("grant pg_read_all_stats");
    } finally {
      lab.sql().run("drop owned by \"" + role + "\"; drop role \"" + role + "\"");
    }
  }

  @Test
  @DisplayName("W11: where no second connection is to be had, the timeout stays a timeout")
  void noConnection() throws SQLException {
    Holder.of(lab, LOCK);
    try (Connection only = lab.dataSource().getConnection()) {
      Transactions transactions =
          lab.closing(new Transactions(new OneConnection(only, 1), HoldfastSettings.defaults()));
      long start = System.nanoTime();
      LockTimeoutException error = timeout(transactions, ONCE);
      assertThat(error.blockers()).isEmpty();
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(15));
    }
  }

  @Test
  @DisplayName("W13: a slow function is warned about once, while it still runs, and where it is")
  void slow() throws SQLException {
    CountDownLatch warned = new CountDownLatch(1);
    HoldfastSettings settings =
        heard
            .settings()
            .withListener(
                event -> {
                  if (event instanceof TransactionSlow) {
                    warned.countDown();
                  }
                });
    try (CaughtLog log = new CaughtLog()) {
      Transactions transactions = lab.closing(new Transactions(lab.dataSource(), settings));
      transactions.run(
          TransactionOptions.defaults().withSlowAfter(Duration.ofSeconds(1)),
          tx -> {
            Sql.run(tx.connection(), LOCK);
            callAnotherSystem(warned);
            return 0;
          });
      assertThat(heard.all(TransactionSlow.class)).hasSize(1);
      assertThat(log.lines())
          .filteredOn(line -> line.contains("keeps its transaction"))
          .singleElement()
          .asString()
          .contains("callAnotherSystem");
    }
  }

  /** Waits without a deep stack: the warning shows the top of it. */
  private static void callAnotherSystem(CountDownLatch warned) {
    Await.signal("the warning", warned);
    long start = System.nanoTime();
    Await.until("it goes on", () -> System.nanoTime() - start > 300_000_000L);
  }

  @Test
  @DisplayName("W13: waiting for the first lock is not the function's fault")
  void waitingIsNotSlow() throws SQLException {
    Holder.of(lab, LOCK);
    Transactions transactions = lab.closing(new Transactions(lab.dataSource(), heard.settings()));
    assertThatThrownBy(
            () ->
                transactions.run(
                    ONCE.withSlowAfter(Duration.ofMillis(100)),
                    tx -> {
                      Sql.run(tx.connection(), LOCK);
                      return 0;
                    }))
        .isInstanceOf(LockTimeoutException.class);
    assertThat(heard.all(TransactionSlow.class)).isEmpty();
  }
}
