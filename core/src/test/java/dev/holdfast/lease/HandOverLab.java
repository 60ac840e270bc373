package dev.holdfast.lease;

import dev.holdfast.HoldfastSettings;
import dev.holdfast.support.Await;
import dev.holdfast.support.Isolation;
import dev.holdfast.support.Lab;
import dev.holdfast.support.LateDataSource;
import dev.holdfast.support.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;

/** One resource, x, that goes from caller to caller within a process; answers can be kept back. */
abstract class HandOverLab {

  static final LeaseOptions PATIENT = LeaseOptions.defaults().withWait(Duration.ofSeconds(30));

  final Lab lab = new Lab(Isolation.READ_COMMITTED);
  final LateDataSource late = new LateDataSource(lab.dataSource());

  @AfterEach
  void close() {
    lab.close();
  }

  final Leases leases() {
    return lab.open(late.dataSource(), HoldfastSettings.defaults()).leases();
  }

  /** Was passed on once, so that the next fences are promised; recorded. */
  static Lease promised(Leases leases, LeaseOptions options) {
    leases.acquire("x", options).close();
    Lease lease = leases.acquire("x", options);
    while (!lease.heritage().hasPromise()) { // the release may have been sent before
      lease.close();
      lease = leases.acquire("x", options);
    }
    Lease last = lease;
    Await.until("it is recorded", () -> last.heritage().isRecorded());
    return last;
  }

  static Lease promised(Leases leases) {
    return promised(leases, PATIENT);
  }

  static CompletableFuture<Lease> waiter(Leases leases, LeaseOptions options) {
    return leases.acquireAsync("x", options).toCompletableFuture();
  }

  static CompletableFuture<Lease> waiter(Leases leases) {
    return waiter(leases, PATIENT);
  }

  static Lease now(CompletableFuture<Lease> granted) throws Exception {
    return granted.get(15, TimeUnit.SECONDS);
  }

  final void awaitPlace() {
    Await.until("it waits", () -> lab.sql().number("select count(*) from holdfast.waiter") == 1);
  }

  /** A transaction that this library does not see, with the fence alone. */
  final Connection guardedBySql(Lease lease) throws SQLException {
    Connection writer = lab.dataSource().getConnection();
    writer.setAutoCommit(false);
    Sql.column(writer, "select holdfast.guard('x', ?::bigint)::text", lease.fence());
    return writer;
  }

  final void forceRelease(Lease lease) {
    lab.sql().run("select holdfast.force_release('x', ?::bigint, 'a test')", lease.fence());
  }

  /** How many have it at this moment, by the database. */
  final long holders() {
    return lab.sql()
        .number(
            "select count(*) from holdfast.lease where resource = 'x'"
                + " and token_hash is not null and locked_until > clock_timestamp()");
  }
}
