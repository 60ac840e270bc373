package dev.holdfast.row;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.AlreadyClaimedException;
import dev.holdfast.Conflict;
import dev.holdfast.Holdfast;
import dev.holdfast.Problem;
import dev.holdfast.support.Crowd;
import dev.holdfast.support.EveryIsolation;
import dev.holdfast.support.Isolation;
import dev.holdfast.support.Sql;
import dev.holdfast.transaction.TransactionOptions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Transitions of one row by many threads of two processes' worth of Holdfasts. */
class TransitionTest extends EveryIsolation {

  private static final RowLock APPLICATION = RowLock.of("application", "id");
  private static final Transition CLAIM = Transition.of("state", "SUBMITTED", "CLAIMED");
  private static final TransactionOptions RETRYING =
      TransactionOptions.highContention()
          .withMaxRetries(10_000)
          .withRetryOn(Conflict.LOCK_TIMEOUT, Conflict.DEADLOCK, Conflict.SERIALIZATION);

  private List<Holdfast> both;

  @BeforeEach
  void open() {
    lab.sql().run("drop table if exists application");
    lab.sql().run("drop type if exists app_state");
    lab.sql().run("create type app_state as enum ('SUBMITTED', 'CLAIMED', 'DONE')");
    lab.sql().run("create table application (id integer primary key, state app_state, n integer)");
    lab.sql().run("insert into application select i, 'SUBMITTED', 0 from generate_series(1, 5) i");
    both = List.of(lab.open("officer a"), lab.open("officer b"));
  }

  @Test
  @DisplayName("W8: of many that claim one row, one wins; the losers see 'already claimed'")
  void oneWinner() {
    AtomicInteger winners = new AtomicInteger();
    AtomicInteger losers = new AtomicInteger();
    Crowd.of(16)
        .run(
            no -> {
              Holdfast mine = both.get(no % 2);
              for (int id = 1; id <= 5; id++) {
                int key = id;
                try {
                  mine.transactions()
                      .run(RETRYING, tx -> mine.rows().transition(tx, APPLICATION, key, CLAIM));
                  winners.incrementAndGet();
                } catch (AlreadyClaimedException e) {
                  assertThat(e.actual()).isEqualTo("CLAIMED");
                  assertThat(e.expected()).isEqualTo("SUBMITTED");
                  losers.incrementAndGet();
                }
              }
            });
    assertThat(winners).hasValue(5);
    assertThat(losers).hasValue(75);
    assertThat(lab.sql().column("select distinct state from application"))
        .containsExactly("CLAIMED");
  }

  @Test
  @DisplayName("W8: read under the lock, then write: no update is lost")
  void noLostUpdate() {
    int each = isolation == Isolation.READ_COMMITTED ? 20 : 8;
    Crowd.of(12)
        .run(
            no -> {
              Rows rows = both.get(no % 2).rows();
              for (int i = 0; i < each; i++) {
                rows.withLock(
                    APPLICATION,
                    1,
                    RETRYING,
                    (tx, row) -> {
                      int next = row.get("n", Integer.class) + 1;
                      Sql.run(tx.connection(), "update application set n = ? where id = 1", next);
                      return next;
                    });
              }
            });
    assertThat(lab.sql().number("select n from application where id = 1")).isEqualTo(12L * each);
  }

  @Test
  @DisplayName("W8: the loser's error names the row and its state, and is a 409")
  void loser() {
    Holdfast mine = both.get(0);
    mine.transactions().run(tx -> mine.rows().transition(tx, APPLICATION, 3, CLAIM));
    assertThatThrownBy(
            () -> mine.transactions().run(tx -> mine.rows().transition(tx, APPLICATION, 3, CLAIM)))
        .isInstanceOf(AlreadyClaimedException.class)
        .hasMessage(
            "application 3 is already claimed: it is in state CLAIMED, not SUBMITTED; reload it and"
                + " decide again")
        .satisfies(
            e -> assertThat(Problem.of((AlreadyClaimedException) e).status()).isEqualTo(409));
  }

  @Test
  @DisplayName("W12: callers that lock the same rows in any order never deadlock")
  void noDeadlock() {
    TransactionOptions once =
        RETRYING.withLockTimeout(Duration.ofMinutes(1)).withRetryOn(Conflict.SERIALIZATION);
    Crowd.of(8)
        .run(
            no -> {
              Holdfast mine = both.get(no % 2);
              List<Integer> keys = no % 3 == 0 ? List.of(1, 2, 3, 4) : List.of(4, 3, 2, 1);
              for (int i = 0; i < 10; i++) {
                mine.transactions()
                    .run(once, tx -> mine.rows().lock(tx, APPLICATION, keys, Row::of));
              }
            });
  }
}
