package dev.holdfast.row;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.holdfast.Conflict;
import dev.holdfast.Holdfast;
import dev.holdfast.InvalidRequestException;
import dev.holdfast.LockTimeoutException;
import dev.holdfast.Problem;
import dev.holdfast.RowMissingException;
import dev.holdfast.support.Await;
import dev.holdfast.support.EveryIsolation;
import dev.holdfast.support.Sql;
import dev.holdfast.transaction.TransactionOptions;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RowsTest extends EveryIsolation {

  private static final RowLock ITEM = RowLock.of("item", "id");
  private static final TransactionOptions FAST =
      TransactionOptions.quick()
          .withLockTimeout(Duration.ofMillis(60))
          .withMaxRetries(1)
          .withDeadline(Duration.ofSeconds(20));

  private Holdfast holdfast;
  private Rows rows;

  @BeforeEach
  void open() {
    lab.sql().run("drop table if exists item");
    lab.sql().run("create table item (id integer primary key, state text, n integer)");
    lab.sql().run("insert into item select i, 'new', i * 10 from generate_series(9, 1, -1) i");
    holdfast = lab.open();
    rows = holdfast.rows();
  }

  private Connection holding(String sql) throws SQLException {
    Connection connection = lab.closing(lab.dataSource().getConnection());
    connection.setAutoCommit(false);
    Sql.run(connection, sql);
    return connection;
  }

  @Test
  @DisplayName("W12: rows come locked in the order of their keys, with what is missing")
  void inOrder() {
    LockedRows<Row> locked = holdfast.transactions().run(tx -> rows.lock(tx, ITEM, 7, 3, 99, 5, 3));
    assertThat(locked.rows())
        .extracting(row -> row.get("id", Integer.class))
        .containsExactly(3, 5, 7);
    assertThat(locked.missing()).containsExactly(99);
    assertThat(locked.skipped()).isEmpty();
  }

  @Test
  @DisplayName("W12: who waits for one row has locked those before it and none behind it")
  void locksInOrder() throws SQLException {
    Connection holder = holding("select from item where id = 5 for update");
    CompletableFuture<LockedRows<Row>> locking =
        CompletableFuture.supplyAsync(
            () -> holdfast.transactions().run(tx -> rows.lock(tx, ITEM, 7, 5, 3)));
    Await.until("it has locked row 3", () -> !isFree(3));
    Await.until(
        "it waits", () -> lab.sql().number("select count(*) from pg_locks where not granted") > 0);
    assertThat(isFree(7)).isTrue();
    holder.rollback();
    assertThat(locking).succeedsWithin(Duration.ofSeconds(10));
  }

  private boolean isFree(int id) throws SQLException {
    try (Connection probe = lab.dataSource().getConnection()) {
      Sql.run(probe, "select from item where id = ? for update nowait", id);
      return true;
    } catch (SQLException e) {
      assertThat(e.getSQLState()).isEqualTo("55P03");
      return false;
    }
  }

  @Test
  @DisplayName("W12: a mapper makes a value of the columns that were asked for")
  void mapper() {
    LockedRows<String> locked =
        holdfast
            .transactions()
            .run(
                tx ->
                    rows.lock(
                        tx,
                        ITEM.withColumns("n"),
                        List.of(2L, 1L),
                        row -> row.getInt("id") + ":" + row.getInt("n")));
    assertThat(locked.rows()).containsExactly("1:10", "2:20");
    assertThatThrownBy(
            () ->
                holdfast
                    .transactions()
                    .run(tx -> rows.lockOne(tx, ITEM.withColumns("n"), 1).text("state")))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("was not read");
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("W12: each mode locks as its name says; the usual one lets children be inserted")
  void modes(LockMode mode) throws SQLException {
    String strongest =
        holdfast
            .transactions()
            .run(
                tx -> {
                  rows.lockOne(tx, ITEM.withMode(mode), 1);
                  return strongestFree();
                });
    assertThat(strongest)
        .isEqualTo(
            switch (mode) {
              case KEY_SHARE -> "no key update";
              case SHARE -> "share";
              case NO_KEY_UPDATE -> "key share";
              case UPDATE -> "none";
            });
    assertThat(ITEM.mode()).isEqualTo(LockMode.NO_KEY_UPDATE);
  }

  /** What another session could still get on row 1. */
  private String strongestFree() throws SQLException {
    for (String mode : List.of("update", "no key update", "share", "key share")) {
      try (Connection probe = lab.dataSource().getConnection()) {
        Sql.run(probe, "select from item where id = 1 for " + mode + " nowait");
        return mode;
      } catch (SQLException e) {
        assertThat(e.getSQLState()).isEqualTo("55P03");
      }
    }
    return "none";
  }

  @Test
  @DisplayName("NOWAIT fails at once and is not tried again, unless that is asked for")
  void nowait() throws SQLException {
    Connection holder = holding("select from item where id = 2 for update");
    RowLock nowait = ITEM.withWaiting(Waiting.NOWAIT);
    AtomicInteger attempts = new AtomicInteger();
    LockTimeoutException error =
        catchThrowableOfType(
            LockTimeoutException.class,
            () ->
                holdfast
                    .transactions()
                    .run(
                        tx -> {
                          attempts.incrementAndGet();
                          return rows.lock(tx, nowait, 1, 2);
                        }));
    assertThat(error.conflict()).isEqualTo(Conflict.LOCKED);
    assertThat(attempts).hasValue(1);
    assertThat(Problem.of(error).status()).isEqualTo(409);
    LockedRows<Row> locked =
        holdfast
            .transactions()
            .run(
                TransactionOptions.quick().withRetryOn(Conflict.LOCKED),
                tx -> {
                  if (tx.attempt() == 2) {
                    holder.rollback();
                  }
                  return rows.lock(tx, nowait, 1, 2);
                });
    assertThat(locked.rows()).hasSize(2);
  }

  @Test
  @DisplayName("SKIP LOCKED tells what is there from what is missing and what somebody else has")
  void skipLocked() throws SQLException {
    holding("select from item where id in (2, 4) for update");
    LockedRows<Row> locked =
        holdfast
            .transactions()
            .run(tx -> rows.lock(tx, ITEM.withWaiting(Waiting.SKIP_LOCKED), 4, 1, 2, 77, 3));
    assertThat(locked.rows()).extracting(row -> row.get("id", Integer.class)).containsExactly(1, 3);
    assertThat(locked.missing()).containsExactly(77);
    assertThat(locked.skipped()).containsExactlyInAnyOrder(2, 4);
  }

  @Test
  @DisplayName("W2: a wait that is too long ends as the transaction's lock timeout")
  void timeout() throws SQLException {
    holding("select from item where id = 1 for update");
    LockTimeoutException error =
        catchThrowableOfType(
            LockTimeoutException.class, () -> rows.withLock(ITEM, 1, FAST, (tx, row) -> 0));
    assertThat(error.conflict()).isEqualTo(Conflict.LOCK_TIMEOUT);
    assertThat(error.attempts()).isEqualTo(2);
  }

  @Test
  @DisplayName("W10: rows are locked in a transaction that the caller has, too")
  void joined() throws SQLException {
    try (Connection connection = lab.dataSource().getConnection()) {
      connection.setAutoCommit(false);
      Row row = holdfast.transactions().join(connection, tx -> rows.lockOne(tx, ITEM, 1));
      assertThat(row.text("state")).isEqualTo("new");
      assertThat(strongestFree()).isEqualTo("key share");
      connection.rollback();
    }
  }

  @Test
  @DisplayName("keys may be text, uuid or several columns; a missing row says which")
  void keys() {
    lab.sql().run("drop table if exists odd");
    lab.sql().run("create table odd (\"Big Key\" uuid, no bigint, primary key (\"Big Key\", no))");
    UUID one = UUID.randomUUID();
    lab.sql().run("insert into odd values (?, 1), (?, 2)", one, one);
    RowLock odd = RowLock.of("odd", "Big Key", "no");
    LockedRows<Row> locked =
        holdfast
            .transactions()
            .run(
                tx ->
                    rows.lock(
                        tx, odd, List.of(one, 2), List.of(one.toString(), 1L), List.of(one, 3)));
    assertThat(locked.rows()).extracting(row -> row.get("no", Long.class)).containsExactly(1L, 2L);
    assertThat(locked.missing()).containsExactly(List.of(one, 3));
    assertThatThrownBy(() -> holdfast.transactions().run(tx -> rows.lockOne(tx, odd, one)))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("2 values");
    assertThatThrownBy(() -> rows.withLock(ITEM, 4711, FAST, (tx, row) -> 0))
        .isInstanceOf(RowMissingException.class)
        .hasMessageContaining("item 4711")
        .satisfies(e -> assertThat(Problem.of((RowMissingException) e).status()).isEqualTo(404));
    lab.sql().run("drop table odd");
  }

  @Test
  @DisplayName("a hostile table name never reaches the database")
  void hostile() {
    assertThatThrownBy(() -> RowLock.of("item\"; drop table item; --", "id"))
        .isInstanceOf(InvalidRequestException.class);
  }
}
