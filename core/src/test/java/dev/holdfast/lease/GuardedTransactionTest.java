package dev.holdfast.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.holdfast.HoldfastSettings;
import dev.holdfast.LeaseLostException;
import dev.holdfast.RequestFailedException;
import dev.holdfast.support.CountingDataSource;
import dev.holdfast.support.EveryIsolation;
import dev.holdfast.support.Sql;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class GuardedTransactionTest extends EveryIsolation {

  private CountingDataSource counting;
  private Leases leases;

  @BeforeEach
  void open() {
    lab.sql().run("drop table if exists written");
    lab.sql().run("create table written (word text)");
    counting = new CountingDataSource(lab.dataSource());
    leases = lab.open(counting.dataSource(), HoldfastSettings.defaults()).leases();
  }

  @Test
  @DisplayName("what the function did commits, and its result comes back")
  void commits() throws SQLException {
    Lease lease = leases.tryAcquire("x").orElseThrow(); // who waits opens a connection to listen
    int open = counting.open();
    String result =
        lease.inTransaction(
            tx -> {
              Sql.run(tx.connection(), "insert into written values ('a')");
              return "done";
            });
    assertThat(result).isEqualTo("done");
    assertThat(written()).containsExactly("a");
    assertThat(counting.open()).as("the connection went back").isEqualTo(open);
  }

  @Test
  @DisplayName("an exception rolls back and passes through as it is")
  void exception() {
    Lease lease = leases.acquire("x");
    IOException thrown = new IOException("of the application");
    Throwable caught =
        catchThrowable(
            () ->
                lease.inTransaction(
                    tx -> {
                      Sql.run(tx.connection(), "insert into written values ('a')");
                      throw thrown;
                    }));
    assertThat(caught).isSameAs(thrown);
    assertThat(written()).isEmpty();
  }

  @Test
  @DisplayName("a swallowed SQL error does not commit, and says so")
  void swallowedError() {
    Lease lease = leases.acquire("x");
    assertThatThrownBy(
            () ->
                lease.inTransaction(
                    tx -> {
                      Sql.run(tx.connection(), "insert into written values ('a')");
                      assertThatThrownBy(() -> Sql.run(tx.connection(), "select 1/0"))
                          .isInstanceOf(SQLException.class);
                      return "looks fine";
                    }))
        .isInstanceOf(RequestFailedException.class)
        .hasMessageContaining("nothing was committed");
    assertThat(written()).isEmpty();
  }

  @Test
  @DisplayName("a connection that dies before the commit is told: nothing was committed")
  void killedBeforeTheCommit() {
    Lease lease = leases.acquire("x");
    assertThatThrownBy(
            () ->
                lease.inTransaction(
                    tx -> {
                      Sql.run(tx.connection(), "insert into written values ('a')");
                      String pid = Sql.column(tx.connection(), "select pg_backend_pid()").get(0);
                      lab.sql().run("select pg_terminate_backend(?::integer)", pid);
                      return 0;
                    }))
        .isInstanceOf(RequestFailedException.class)
        .hasMessageContaining("nothing was committed");
    assertThat(written()).isEmpty();
    assertThat(lease.isHeld()).isTrue();
  }

  @Test
  @DisplayName("a group's transaction is guarded by every lease of it")
  void group() {
    LeaseGroup group = leases.acquireAll(List.of("b", "a", "c"), LeaseOptions.defaults());
    int one = group.inTransaction(tx -> 1);
    assertThat(one).isEqualTo(1);
    leases.forceRelease("b", group.leases().get(1).fence(), "test");
    assertThatThrownBy(() -> group.inTransaction(tx -> 2))
        .isInstanceOfSatisfying(
            LeaseLostException.class, lost -> assertThat(lost.resource()).isEqualTo("b"));
  }

  @Test
  @DisplayName("work without a result is guarded as well, by one lease or by a group")
  void withoutResult() throws SQLException {
    LeaseGroup group = leases.acquireAll(List.of("a", "b"), LeaseOptions.defaults());
    Lease lease = group.leases().get(0);
    lease.inTransactionWithoutResult(tx -> write(tx.connection(), "by one"));
    group.inTransactionWithoutResult(tx -> write(tx.connection(), "by both"));
    leases.forceRelease("b", group.leases().get(1).fence(), "test");
    assertThatThrownBy(() -> group.inTransactionWithoutResult(tx -> write(tx.connection(), "y")))
        .isInstanceOf(LeaseLostException.class);
    leases.forceRelease("a", lease.fence(), "test");
    assertThatThrownBy(() -> lease.inTransactionWithoutResult(tx -> write(tx.connection(), "x")))
        .isInstanceOf(LeaseLostException.class);
    assertThat(written()).containsExactly("by one", "by both");
  }

  private static void write(Connection connection, String word) throws SQLException {
    Sql.run(connection, "insert into written values (?)", word);
  }

  @Test
  @DisplayName("guard and work need three round trips: guard, statement, commit")
  void roundTrips() throws SQLException {
    Lease lease = leases.tryAcquire("x").orElseThrow(); // who waits renews once it listens
    counting.reset();
    lease.inTransaction(
        tx -> {
          Sql.run(tx.connection(), "insert into written values ('a')");
          return 0;
        });
    // begin travels with the guard, and commit is not a statement of ours
    assertThat(counting.executedForLeases()).hasSize(2);
  }

  private List<String> written() {
    return lab.sql().column("select word from written").stream().map(String::valueOf).toList();
  }
}
