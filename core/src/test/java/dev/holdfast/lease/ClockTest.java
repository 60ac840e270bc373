package dev.holdfast.lease;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Holdfast;
import dev.holdfast.support.EveryIsolation;
import dev.holdfast.support.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ClockTest extends EveryIsolation {

  @Test
  @DisplayName("L12: the holder's deadline counts from before the request was sent, less a margin")
  void conservativeDeadline() {
    Holdfast holdfast = lab.open();
    Duration ttl = Duration.ofSeconds(40);
    for (int i = 0; i < 5; i++) {
      long before = System.nanoTime();
      Lease lease =
          holdfast
              .leases()
              .tryAcquire("x" + i, LeaseOptions.defaults().withTtl(ttl))
              .orElseThrow(); // who waits renews once it listens
      long after = System.nanoTime();
      Duration remaining = lease.remaining();
      assertThat(lease.sentAt()).isBetween(before, after);
      assertThat(lease.deadline()).isEqualTo(lease.sentAt() + ttl.minusSeconds(4).toNanos());
      assertThat(remaining)
          .as("what the holder believes")
          .isLessThanOrEqualTo(ttl.minusSeconds(4))
          .isLessThan(Duration.ofMillis(millisLeft("x" + i)));
    }
  }

  @Test
  @DisplayName("L12: a grant in a transaction that began long before has its full ttl")
  void fullTtlInAnOldTransaction() throws SQLException {
    try (Connection connection = lab.dataSource().getConnection()) {
      connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
      Sql.run(connection, "select holdfast.release('known', token) from holdfast.acquire('known')");
      connection.setAutoCommit(false);
      Sql.run(connection, "select now()"); // now() is frozen here
      Sql.run(connection, "select pg_sleep(0.4)");
      Sql.run(connection, "select holdfast.acquire('known', '30 seconds', 'me')");
      Sql.run(connection, "select holdfast.acquire('fresh', '30 seconds', 'me')");
      assertThat(
              Sql.column(
                  connection,
                  "select locked_until - locked_at = interval '30 seconds'"
                      + " and locked_until > clock_timestamp()"
                      + " and locked_at >= now() + interval '400 milliseconds'"
                      + " from holdfast.lease"))
          .containsExactly("t", "t");
      connection.commit();
    }
  }

  @Test
  @DisplayName(
      "L12: an end further away than the ttl allows (the clock was set back) does not count")
  void clockSetBack() {
    Holdfast holdfast = lab.open();
    LeaseOptions notRenewed =
        LeaseOptions.defaults().withTtl(Duration.ofSeconds(10)).withoutAutoRenew();
    Lease lease = holdfast.leases().acquire("x", notRenewed);
    // as a server clock that jumped back by an hour would leave it
    lab.sql().run("update holdfast.lease set locked_until = locked_until + interval '1 hour'");
    assertThat(lab.open().leases().tryAcquire("x"))
        .hasValueSatisfying(next -> assertThat(next.fence()).isEqualTo(lease.fence() + 1));
  }

  @Test
  @DisplayName("L12: no part of a grant's time comes from the client's clock")
  void serverClock() {
    // who waits renews once it listens
    Lease lease = lab.open().leases().tryAcquire("x").orElseThrow();
    assertThat(
            lab.sql()
                .text(
                    "select locked_at = ?::timestamptz and locked_at <= clock_timestamp()"
                        + " and locked_until = locked_at + ttl from holdfast.lease",
                    lease.grantedAt().toString()))
        .isEqualTo("t");
  }

  @Test
  @DisplayName("L12: a request that arrives late a second time does not shorten what was renewed")
  void lateRepetition() {
    Lease lease =
        lab.open().leases().acquire("x", LeaseOptions.defaults().withTtl(Duration.ofSeconds(30)));
    lease.renew(Duration.ofHours(1));
    // the first request once more, as a slow network may deliver it after the connection was given
    // up
    try (Connection connection = lab.dataSource().getConnection()) {
      connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
      assertThat(
              Sql.column(
                  connection,
                  "select fence from holdfast.acquire_leases(0, gen_random_uuid(), false, '{x}',"
                      + " array[?::bytea], '{30000}', '{me}', '{null}', null, false)",
                  (Object) lease.token().hash()))
          .containsExactly("1");
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
    assertThat(millisLeft("x")).isGreaterThan(Duration.ofMinutes(55).toMillis());
    assertThat(lab.open().leases().tryAcquire("x")).isEmpty();
  }

  private long millisLeft(String resource) {
    return lab.sql()
        .number(
            "select floor(extract(epoch from locked_until - clock_timestamp()) * 1000)::bigint"
                + " from holdfast.lease where resource = ?",
            resource);
  }
}
