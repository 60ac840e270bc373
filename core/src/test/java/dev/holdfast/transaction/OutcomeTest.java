package dev.holdfast.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.CommitUnknownException;
import dev.holdfast.HoldfastEvent.Ending;
import dev.holdfast.HoldfastSettings;
import dev.holdfast.RequestFailedException;
import dev.holdfast.support.Isolation;
import dev.holdfast.support.Lab;
import dev.holdfast.support.Sql;
import dev.holdfast.transaction.Outcomes.Known;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What became of a commit, as another connection finds out. */
class OutcomeTest {

  private final SQLException lost = new SQLException("the answer was lost", "08006");
  private final Lab lab = new Lab(Isolation.READ_COMMITTED);
  private Outcomes outcomes;
  private Connection session;

  @BeforeEach
  void open() throws SQLException {
    outcomes = new Outcomes(lab.dataSource(), Duration.ofSeconds(20));
    session = lab.closing(lab.dataSource().getConnection());
    session.setAutoCommit(false);
  }

  @AfterEach
  void close() {
    lab.close();
  }

  private String id() throws SQLException {
    return String.valueOf(
        Sql.column(
                session,
                """
                select pg_current_xact_id()::text || '@'
                       || substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8)
                """)
            .get(0));
  }

  @Test
  @DisplayName("W9: the id tells: committed, rolled back; still under way is waited for, bounded")
  void byId() throws SQLException {
    String committed = id();
    session.commit();
    assertThat(outcomes.find(known(committed, null), lost)).isEqualTo(Ending.COMMITTED);
    String aborted = id();
    session.rollback();
    assertThat(outcomes.find(known(aborted, null), lost)).isEqualTo(Ending.ROLLED_BACK);
    String underWay = id();
    Outcomes hasty = new Outcomes(lab.dataSource(), Duration.ofSeconds(1));
    assertThat(hasty.find(known(underWay, null), lost)).isEqualTo(Ending.UNKNOWN);
    CompletableFuture<Ending> later =
        CompletableFuture.supplyAsync(
            () ->
                new Outcomes(lab.dataSource(), Duration.ofSeconds(20))
                    .find(known(underWay, null), lost));
    session.commit();
    assertThat(later).succeedsWithin(Duration.ofSeconds(30)).isEqualTo(Ending.COMMITTED);
  }

  @Test
  @DisplayName("W9: an id of another history, or a database that does not answer, is unknown")
  void unknown() {
    assertThat(outcomes.find(known("999999999999", null), lost)).isEqualTo(Ending.UNKNOWN);
    Outcomes nowhere =
        new Outcomes(
            new OneConnection(session, 0), // never gives a connection
            Duration.ofMillis(300));
    assertThat(nowhere.find(known("5", null), lost)).isEqualTo(Ending.UNKNOWN);
  }

  @Test
  @DisplayName("W9: an answer of the server's is the truth: nobody is asked")
  void answered() {
    assertThat(outcomes.find(known("1", null), new SQLException("no", "23503")))
        .isEqualTo(Ending.ROLLED_BACK);
  }

  @Test
  @DisplayName("W9: an interrupt does not keep it from finding out, and is not lost")
  void interrupted() throws SQLException {
    String committed = id();
    session.commit();
    Thread.currentThread().interrupt();
    assertThat(outcomes.find(known(committed, null), lost)).isEqualTo(Ending.COMMITTED);
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  @DisplayName("W9: the outcome row decides where ids are of another history")
  void byRow() throws SQLException {
    UUID there = UUID.randomUUID();
    Sql.run(session, "select holdfast.record_outcome(?)", there);
    String id = id();
    session.commit();
    assertThat(outcomes.find(known("999999999999", there), lost)).isEqualTo(Ending.COMMITTED);
    assertThat(outcomes.find(known(id, there), lost)).isEqualTo(Ending.COMMITTED);
    UUID absent = UUID.randomUUID();
    assertThat(outcomes.find(known(id, absent), lost))
        .as("another history's transaction of that id was committed, not ours")
        .isEqualTo(Ending.ROLLED_BACK);
    assertThat(outcomes.find(known("999999999999", absent), lost)).isEqualTo(Ending.ROLLED_BACK);
  }

  @Test
  @DisplayName("W9: the outcome row is written where asked for, with the commit and not without")
  void written() throws SQLException {
    Transactions transactions =
        lab.closing(new Transactions(lab.dataSource(), HoldfastSettings.defaults()));
    TransactionOptions options = TransactionOptions.defaults().withOutcomeRow();
    transactions.run(
        options,
        tx -> {
          Sql.run(tx.connection(), "select 1");
          return 0;
        });
    assertThat(rows()).isEqualTo(1);
    assertThatThrownBy(
            () ->
                transactions.run(
                    options,
                    tx -> {
                      Sql.run(tx.connection(), "select 1");
                      throw new IllegalStateException("no");
                    }))
        .isInstanceOf(IllegalStateException.class);
    assertThat(rows()).isEqualTo(1);
  }

  @Test
  @DisplayName("W9: old outcome rows go, new ones stay")
  void pruned() {
    lab.sql().run("select holdfast.record_outcome(gen_random_uuid()) from generate_series(1, 3)");
    lab.sql().run("update holdfast.transaction_outcome set at = at - interval '8 days'");
    lab.sql().run("select holdfast.record_outcome(gen_random_uuid())");
    assertThat(lab.sql().number("select holdfast.forget_outcomes(2)")).isEqualTo(2);
    assertThat(lab.sql().number("select holdfast.forget_outcomes()")).isEqualTo(1);
    assertThat(rows()).isEqualTo(1);
  }

  @Test
  @DisplayName("W9: a commit that the server refuses (deferred constraint) is a rollback, and told")
  void refusedCommit() {
    lab.sql().run("drop table if exists child; drop table if exists parent");
    lab.sql().run("create table parent (id integer primary key)");
    lab.sql()
        .run("create table child (id integer references parent deferrable initially deferred)");
    Transactions transactions =
        lab.closing(new Transactions(lab.dataSource(), HoldfastSettings.defaults()));
    for (boolean together : new boolean[] {false, true}) {
      assertThatThrownBy(
              () ->
                  transactions.run(
                      tx -> {
                        String insert = "insert into child values (1)";
                        if (together) {
                          tx.updateAndCommit(insert);
                        } else {
                          Sql.run(tx.connection(), insert);
                        }
                        return 0;
                      }))
          .isInstanceOfAny(RequestFailedException.class, SQLException.class)
          .hasMessageContaining("foreign key");
    }
    assertThat(lab.sql().number("select count(*) from child")).isZero();
    lab.sql().run("drop table child; drop table parent");
  }

  @Test
  @DisplayName("W9: a swallowed failure of the last write and commit is told")
  void swallowed() {
    Transactions transactions =
        lab.closing(new Transactions(lab.dataSource(), HoldfastSettings.defaults()));
    assertThatThrownBy(
            () ->
                transactions.run(
                    tx -> {
                      assertThatThrownBy(() -> tx.updateAndCommit("update no_such_table set n = 1"))
                          .isInstanceOf(SQLException.class);
                      return "looks fine";
                    }))
        .isInstanceOf(RequestFailedException.class)
        .isNotInstanceOf(CommitUnknownException.class)
        .hasMessageContaining("nothing was committed");
  }

  private long rows() {
    return lab.sql().number("select count(*) from holdfast.transaction_outcome");
  }

  private static Known known(String id, @Nullable UUID outcome) {
    return new Known(id, outcome, System.nanoTime());
  }
}
