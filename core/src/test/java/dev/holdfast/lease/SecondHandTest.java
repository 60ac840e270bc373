package dev.holdfast.lease;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Holdfast;
import dev.holdfast.HoldfastSettings;
import dev.holdfast.support.CountingDataSource;
import dev.holdfast.support.Crowd;
import dev.holdfast.support.Isolation;
import dev.holdfast.support.Lab;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class SecondHandTest {

  private static final int CALLERS = 64;

  private final Lab lab = new Lab(Isolation.READ_COMMITTED);
  private final CountingDataSource counting = new CountingDataSource(lab.dataSource());
  private final Leases leases =
      lab.open(counting.dataSource(), HoldfastSettings.defaults()).leases();

  @AfterEach
  void close() {
    lab.close();
  }

  @Test
  @DisplayName("L4: a crowd gets a second connection, never a third, and gives all of them back")
  void twoConnections() {
    AtomicInteger most = new AtomicInteger();
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    Crowd.of(CALLERS)
        .run(
            no -> {
              for (int i = 0; i < 50 || (most.get() < 2 && System.nanoTime() - end < 0); i++) {
                leases.tryAcquire("own/" + no).orElseThrow().release();
                most.accumulateAndGet(counting.open(), Math::max);
              }
            });
    assertThat(most).hasValue(2);
    lab.close();
    assertThat(counting.open()).isZero();
  }

  @Test
  @DisplayName("an acquisition goes behind the release before it, also when there are two batches")
  void inOrder() {
    AtomicInteger refused = new AtomicInteger();
    Crowd.of(CALLERS)
        .run(
            no -> {
              for (int i = 0; i < 200; i++) {
                leases
                    .tryAcquire("again/" + no)
                    .ifPresentOrElse(Lease::close, refused::incrementAndGet);
              }
            });
    assertThat(refused).hasValue(0);
    assertThat(lab.sql().number("select count(*) from holdfast.lease where fence <> 200")).isZero();
  }

  @Test
  @DisplayName("few names and two processes: never two inside, whoever carries the batches")
  void fewNames() {
    Holdfast other = lab.open("other");
    AtomicInteger inside = new AtomicInteger();
    AtomicInteger together = new AtomicInteger();
    Crowd.of(CALLERS)
        .run(
            no -> {
              Leases mine = no % 4 == 0 ? other.leases() : leases;
              for (int i = 0; i < 100; i++) {
                mine.tryAcquire("hot").ifPresent(lease -> enter(lease, inside, together));
                mine.tryAcquire("cold/" + i).ifPresent(Lease::close);
              }
            });
    assertThat(together).hasValue(1);
  }

  private static void enter(Lease lease, AtomicInteger inside, AtomicInteger together) {
    together.accumulateAndGet(inside.incrementAndGet(), Math::max);
    inside.decrementAndGet();
    lease.close();
  }
}
