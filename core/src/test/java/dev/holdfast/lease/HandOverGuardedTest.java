package dev.holdfast.lease;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Holdfast;
import dev.holdfast.HoldfastSettings;
import dev.holdfast.support.Await;
import dev.holdfast.support.CountingDataSource;
import java.sql.Connection;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Hand-overs while a transaction that this library does not see guards the lease before. */
class HandOverGuardedTest extends HandOverLab {

  private static final LeaseOptions NOT_BY_ITSELF = PATIENT.withAttributes(Map.of("a", "b"));

  @Test
  @DisplayName("release() does not wait for somebody else's transaction: it was ours")
  void release() throws Exception {
    Leases leases = leases();
    Lease first = promised(leases);
    CompletableFuture<Lease> second = waiter(leases);
    awaitPlace();
    try (Connection writer = guardedBySql(first)) {
      assertThat(first.release()).isTrue();
      assertThat(now(second).heritage().isRecorded()).isFalse();
      writer.rollback();
    }
    assertThat(now(second).release()).isTrue();
  }

  // Each refusal was followed by the next try at once, with a durable commit each.
  @Test
  @DisplayName("who waits meanwhile asks now and then, and the record is tried now and then")
  void noBusyLoop() throws Exception {
    CountingDataSource counting = new CountingDataSource(lab.dataSource());
    Leases leases = lab.open(counting.dataSource(), HoldfastSettings.defaults()).leases();
    Lease first = promised(leases);
    CompletableFuture<Lease> second = waiter(leases);
    awaitPlace();
    CompletableFuture<Lease> third = waiter(leases, NOT_BY_ITSELF);
    try (Connection writer = guardedBySql(first)) {
      first.close();
      now(second).close();
      counting.reset();
      long start = System.nanoTime();
      Await.until("a while", () -> System.nanoTime() - start > TimeUnit.MILLISECONDS.toNanos(500));
      assertThat(counting.executedForLeases()).hasSizeLessThan(100);
      writer.rollback();
    }
    assertThat(now(third).release()).isTrue();
  }

  // It waited for the record, for as long as that transaction lasted.
  @Test
  @DisplayName("L2: a try hears that it is held, and is not kept")
  void tries() throws Exception {
    Leases leases = leases();
    Lease first = promised(leases);
    CompletableFuture<Lease> second = waiter(leases);
    awaitPlace();
    try (Connection writer = guardedBySql(first)) {
      first.close();
      now(second).close();
      CompletableFuture<Optional<Lease>> tried =
          leases.tryAcquireAsync("x", NOT_BY_ITSELF).toCompletableFuture();
      assertThat(tried.get(15, TimeUnit.SECONDS)).isEmpty();
      writer.rollback();
    }
  }

  // Closing gave up after five seconds, and the row stayed for the ttl.
  @Test
  @DisplayName("L13: closing Holdfast frees it, and the next fence is above all that were given")
  void closing() throws Exception {
    Holdfast holdfast = lab.open(late.dataSource(), HoldfastSettings.defaults());
    Lease first = promised(holdfast.leases());
    CompletableFuture<Lease> second = waiter(holdfast.leases());
    awaitPlace();
    Lease next;
    try (Connection writer = guardedBySql(first)) {
      first.close();
      next = now(second);
      holdfast.close();
      Await.until("it ended", () -> holders() == 0);
      writer.rollback();
    }
    Lease other = lab.open("other").leases().acquire("x", PATIENT);
    assertThat(other.fence()).isGreaterThan(next.fence());
  }

  @Test
  @DisplayName("from then on the resource goes through the database, and so after the transaction")
  void throughTheDatabase() throws Exception {
    Leases leases = leases();
    Lease first = promised(leases);
    CompletableFuture<Lease> second = waiter(leases);
    awaitPlace();
    try (Connection writer = guardedBySql(first)) {
      assertThat(first.release()).isTrue(); // it was seen to be guarded
      writer.rollback();
    }
    Lease next = now(second);
    String written = next.inTransaction(tx -> "written");
    assertThat(written).isEqualTo("written");
    CompletableFuture<Lease> third = waiter(leases);
    awaitPlace();
    try (Connection writer = guardedBySql(next)) {
      next.close();
      assertThat(third.isDone()).isFalse();
      writer.rollback();
    }
    assertThat(now(third).heritage().isRecorded()).isTrue();
  }
}
