package dev.holdfast.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.Holdfast;
import dev.holdfast.InvalidRequestException;
import dev.holdfast.LeaseLostException;
import dev.holdfast.RequestFailedException;
import dev.holdfast.support.Await;
import dev.holdfast.support.EveryIsolation;
import dev.holdfast.support.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class GuardTest extends EveryIsolation {

  /** It ends when the test says so, not while a busy machine is on its way to the guard. */
  private static final LeaseOptions NOT_RENEWED = LeaseOptions.defaults().withoutAutoRenew();

  private static final LeaseOptions BRIEF = NOT_RENEWED.withTtl(Duration.ofSeconds(2));

  @BeforeEach
  void makeTable() {
    lab.sql().run("drop table if exists written");
    lab.sql().run("create table written (fence bigint)");
  }

  @Test
  @DisplayName("L13: a holder whose lease was taken over can't commit")
  void takenOver() {
    Lease old = lab.open().leases().acquire("x", NOT_RENEWED);
    runsOut("x");
    Lease successor = lab.open().leases().acquire("x");
    assertRefused(old);
    write(successor);
    assertThat(written()).isEqualTo("2");
  }

  @Test
  @DisplayName("L13: a holder whose lease ran out, or was released by force, can't commit")
  void expiredOrForced() {
    Holdfast holdfast = lab.open();
    Lease expired = holdfast.leases().acquire("x", NOT_RENEWED);
    runsOut("x");
    assertRefused(expired);
    Lease forced = holdfast.leases().acquire("y");
    holdfast.leases().forceRelease("y", forced.fence(), "test");
    assertRefused(forced);
    assertThat(written()).isEmpty();
  }

  @Test
  @DisplayName("L13: a guarded transaction in flight is not overtaken, even past the expiry")
  void inFlight() throws Exception {
    Lease lease = lab.open("slow").leases().acquire("x", NOT_RENEWED);
    Holdfast other = lab.open("other");
    try (Connection connection = lab.dataSource().getConnection()) {
      connection.setAutoCommit(false);
      lease.guard(connection);
      // the bound on the transaction is the ttl: this test is about what happens within a longer
      // one
      Sql.run(
          connection,
          "select set_config(name, '0', true) from pg_settings where name in ('transaction_timeout',"
              + " 'statement_timeout', 'idle_in_transaction_session_timeout')");
      runsOut("x");
      assertThat(other.leases().tryAcquire("x")).isEmpty();
      CompletableFuture<Lease> waiting =
          other
              .leases()
              .acquireAsync("x", LeaseOptions.defaults().withWait(Duration.ofSeconds(15)))
              .toCompletableFuture();
      Await.until("it waits", () -> lab.sql().number("select count(*) from holdfast.waiter") == 1);
      assertThat(waiting).isNotDone();
      Sql.run(connection, "insert into written values (?)", lease.fence());
      connection.commit();
      assertThat(waiting.get(10, TimeUnit.SECONDS).fence()).isEqualTo(lease.fence() + 1);
    }
    assertThat(written()).isEqualTo("1");
  }

  @Test
  @DisplayName("L13: the holder's own renewals pass its guard")
  void renewalPasses() {
    Lease lease = lab.open().leases().acquire("x");
    lease.inTransaction(
        tx -> {
          lease.renew(Duration.ofMinutes(2));
          return 0;
        });
    assertThat(lease.ttl()).isEqualTo(Duration.ofMinutes(2));
  }

  @Test
  @DisplayName("L13: a guard outside a transaction is refused")
  void autocommit() throws SQLException {
    Lease lease = lab.open().leases().acquire("x");
    try (Connection connection = lab.dataSource().getConnection()) {
      assertThatThrownBy(() -> lease.guard(connection))
          .isInstanceOf(InvalidRequestException.class)
          .hasMessageContaining("autocommit");
    }
  }

  @Test
  @DisplayName("L13: a guard with an old snapshot fails once a successor came after that snapshot")
  void oldSnapshotAfterTakeover() throws SQLException {
    Lease lease = lab.open().leases().acquire("x");
    try (Connection connection = oldSnapshot()) {
      lease.release();
      Lease successor = lab.open().leases().acquire("x");
      assertThatThrownBy(() -> lease.guard(connection))
          .isInstanceOfSatisfying(
              RequestFailedException.class, e -> assertThat(e.sqlState()).isEqualTo("40001"));
      connection.rollback();
      assertThatThrownBy(() -> lease.guard(connection)).isInstanceOf(LeaseLostException.class);
      connection.rollback();
      assertThat(successor.isHeld()).isTrue();
    }
  }

  @Test
  @DisplayName("L13: a guard with a snapshot from before a release still keeps successors out")
  void oldSnapshotAfterRelease() throws SQLException {
    Lease lease = lab.open().leases().acquire("x");
    Leases others = lab.open().leases();
    try (Connection connection = oldSnapshot()) {
      lease.renew(Duration.ofMinutes(1)); // passes, as it does once the guard is taken
      lease.release();
      lease.guard(connection); // that snapshot can't show the release
      assertThat(others.tryAcquire("x")).isEmpty();
      connection.commit();
    }
    assertThat(others.tryAcquire("x")).isPresent();
  }

  private Connection oldSnapshot() throws SQLException {
    Connection connection = lab.dataSource().getConnection();
    connection.setAutoCommit(false);
    connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
    Sql.run(connection, "select 1 from holdfast.lease");
    return connection;
  }

  @Test
  @DisplayName("L13: SQL and triggers guard with the fence alone")
  void fromATrigger() {
    lab.spoil();
    Lease lease = lab.open().leases().acquire("x");
    lab.sql()
        .run(
            """
            create function check_fence() returns trigger language plpgsql as $$
            begin perform holdfast.guard('x', new.fence); return new; end $$;
            create trigger guarded before insert on written
            for each row execute function check_fence();
            """);
    lab.sql().run("insert into written values (?)", lease.fence());
    assertThatThrownBy(() -> lab.sql().run("insert into written values (?)", lease.fence() - 1))
        .hasMessageContaining("the lease of 'x' with fence 0 is not current");
    lease.release();
    assertThatThrownBy(() -> lab.sql().run("insert into written values (?)", lease.fence()))
        .hasMessageContaining("is not current");
    assertThat(written()).isEqualTo("1");
  }

  @Test
  @DisplayName("L13: a guarded transaction lasts one ttl at most: a forgotten one ends by itself")
  void bounded() throws SQLException {
    try (Connection connection = lab.dataSource().getConnection()) {
      connection.setAutoCommit(false);
      Lease lease = lab.open().leases().acquire("x", BRIEF);
      lease.guard(connection);
      Lease next =
          lab.open()
              .leases()
              .acquire("x", LeaseOptions.defaults().withWait(Duration.ofSeconds(15)));
      assertThat(next.fence()).isEqualTo(2);
      assertThatThrownBy(() -> Sql.run(connection, "insert into written values (1)"))
          .isInstanceOf(SQLException.class);
    }
  }

  private void assertRefused(Lease lease) {
    assertThatThrownBy(() -> write(lease))
        .isInstanceOfSatisfying(
            LeaseLostException.class,
            lost -> {
              assertThat(lost.resource()).isEqualTo(lease.resource());
              assertThat(lost.fence()).isEqualTo(lease.fence());
            });
  }

  private static void write(Lease lease) {
    try {
      lease.inTransaction(
          tx -> {
            Sql.run(tx.connection(), "insert into written values (?)", lease.fence());
            return 0;
          });
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  private String written() {
    return lab.sql().text("select string_agg(fence::text, ' ' order by fence) from written");
  }

  /** As its ttl would have it: a renewal passes a guard, and so does this. */
  private void runsOut(String resource) {
    lab.sql()
        .run(
            "update holdfast.lease set locked_until = clock_timestamp() where resource = ?",
            resource);
    Await.until("it ended", () -> state(resource).equals("expired"));
  }

  private String state(String resource) {
    return lab.sql().text("select state from holdfast.resource(?)", resource);
  }
}
