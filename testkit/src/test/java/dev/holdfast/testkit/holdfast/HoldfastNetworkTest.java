package dev.holdfast.testkit.holdfast;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Holdfast;
import dev.holdfast.embedded.TestDatabase;
import dev.holdfast.lease.Lease;
import dev.holdfast.lease.LeaseOptions;
import dev.holdfast.testkit.Eventually;
import dev.holdfast.testkit.junit.HoldfastTest;
import dev.holdfast.testkit.proxy.Direction;
import dev.holdfast.testkit.proxy.TcpProxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.postgresql.ds.PGSimpleDataSource;

/** What Holdfast promises of its own leases beyond the contract, on a network that breaks. */
@Isolated("it looks at the whole JVM")
@HoldfastTest(failOnLeftovers = true)
@DisplayName("Holdfast on a network that breaks")
@Timeout(60)
final class HoldfastNetworkTest {
  private static final Duration TTL = Duration.ofSeconds(2);

  /** For those whose end is not the point. */
  private static final Duration LONG = Duration.ofMinutes(1);

  private static final Duration SOON = Duration.ofSeconds(20);

  private TcpProxy proxy;
  private Holdfast far;

  @BeforeEach
  void open(TestDatabase database) {
    PGSimpleDataSource source = database.dataSource();
    proxy = TcpProxy.to("127.0.0.1", source.getPortNumbers()[0]);
    source.setServerNames(new String[] {"127.0.0.1"});
    source.setPortNumbers(new int[] {proxy.port()});
    far = Holdfast.on(source);
    assertThat(far.leases().tryAcquire("warm-up").map(Lease::release)).contains(true);
  }

  @AfterEach
  void close() {
    proxy.heal();
    far.close();
    proxy.close();
  }

  @Test
  @DisplayName("L13: an acquire whose answer was lost is asked again, and is granted once")
  void lostAnswerToAcquire(Holdfast near) throws Exception {
    CompletableFuture<Void> lost = proxy.swallowNextAnswerThenCut();
    CompletableFuture<Optional<Lease>> asking =
        far.leases().tryAcquireAsync("invoice/7", options().withTtl(LONG)).toCompletableFuture();
    lost.get(20, TimeUnit.SECONDS);
    proxy.heal();
    Optional<Lease> lease = asking.get(20, TimeUnit.SECONDS);
    assertThat(lease).isPresent();
    assertThat(lease.get().fence()).as("granted once").isEqualTo(1);
    assertThat(near.leases().tryAcquire("invoice/7")).isEmpty();
    assertThat(lease.get().release()).isTrue();
  }

  @Test
  @DisplayName("L5 L13: a release whose answer was lost is asked again, and says that it was ours")
  void lostAnswerToRelease(Holdfast near) throws Exception {
    Lease lease = far.leases().acquire("invoice/7");
    CompletableFuture<Void> lost = proxy.swallowNextAnswerThenCut();
    CompletableFuture<Boolean> releasing = CompletableFuture.supplyAsync(lease::release);
    lost.get(20, TimeUnit.SECONDS);
    proxy.heal();
    assertThat(releasing.get(20, TimeUnit.SECONDS)).isTrue();
    assertThat(near.leases().tryAcquire("invoice/7").map(Lease::release)).contains(true);
  }

  @ParameterizedTest(name = "when {0} are lost")
  @EnumSource
  @DisplayName(
      "L10 L12: a renewing holder behind a one-way cut is told before its successor begins")
  void oneWayCut(Direction direction, Holdfast near) throws Exception {
    Lease lease = far.leases().acquire("invoice/7", renewed());
    CountDownLatch told = new CountDownLatch(1);
    lease.onLost(gone -> told.countDown());
    proxy.oneWay(direction);
    Lease next =
        Eventually.yields(
            "a successor gets it",
            SOON,
            () -> near.leases().tryAcquire("invoice/7", renewed().withTtl(LONG)));
    assertThat(lease.isHeld()).as("both believe").isFalse();
    assertThat(told.await(30, TimeUnit.SECONDS)).as("the holder was told").isTrue();
    assertThat(next.fence()).isGreaterThan(lease.fence());
    assertThat(next.release()).isTrue();
  }

  @Test
  @DisplayName("L10: a lease renews itself across a cut that is shorter than its time")
  void shortCut(Holdfast near) {
    Duration ttl = Duration.ofSeconds(6); // long against a thread that is kept waiting
    Lease lease = far.leases().acquire("invoice/7", renewed().withTtl(ttl));
    long start = System.nanoTime();
    proxy.cut();
    proxy.heal();
    Eventually.holds(
        "the lease has outlived its first ttl",
        SOON,
        () -> System.nanoTime() - start > ttl.plusMillis(500).toNanos());
    assertThat(lease.isHeld()).isTrue();
    assertThat(near.leases().tryAcquire("invoice/7")).isEmpty();
    assertThat(lease.release()).isTrue();
  }

  @Test
  @DisplayName("L12: on a slow network the holder's deadline still counts from its request")
  void slowNetwork(Holdfast near) {
    proxy.delay(Duration.ofMillis(400));
    Lease lease = far.leases().acquire("invoice/7", options());
    assertThat(lease.remaining())
        .as("0.8 s of 2 s went by on the way")
        .isLessThan(Duration.ofMillis(1_200));
    Lease next =
        Eventually.yields(
            "a successor gets it",
            SOON,
            () -> near.leases().tryAcquire("invoice/7", options().withTtl(LONG)));
    assertThat(lease.isHeld()).isFalse();
    proxy.delay(Duration.ZERO);
    assertThat(lease.release()).isFalse();
    assertThat(next.release()).isTrue();
  }

  @Test
  @DisplayName("L4: a thousand leases and twenty waiters need no more than two connections")
  void fewConnections(Holdfast near) throws Exception {
    List<Lease> held = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      held.add(far.leases().acquire("item/" + i));
    }
    Lease busy = near.leases().acquire("busy");
    List<CompletableFuture<Lease>> waiting = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      waiting.add(
          far.leases().acquireAsync("busy", renewed().withWait(SOON)).toCompletableFuture());
    }
    assertThat(proxy.stats().open()).isBetween(1, 2);
    busy.release();
    for (CompletableFuture<Lease> waiter : waiting) {
      waiter.thenAccept(Lease::close);
    }
    CompletableFuture.allOf(waiting.toArray(CompletableFuture[]::new)).get(20, TimeUnit.SECONDS);
    assertThat(proxy.stats().open()).isBetween(1, 2);
    held.forEach(Lease::close);
  }

  private static LeaseOptions renewed() {
    return LeaseOptions.defaults().withTtl(TTL);
  }

  private static LeaseOptions options() {
    return renewed().withoutAutoRenew();
  }
}
