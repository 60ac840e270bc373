package dev.holdfast.lease;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Holdfast;
import dev.holdfast.HoldfastEvent;
import dev.holdfast.HoldfastEvent.LeaseLost;
import dev.holdfast.HoldfastEvent.LeaseReleased;
import dev.holdfast.HoldfastSettings;
import dev.holdfast.support.EveryIsolation;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ReleaseAfterTest extends EveryIsolation {

  private static final Duration HOUR = Duration.ofHours(1);
  private static final LeaseOptions SOON =
      LeaseOptions.defaults().withWait(Duration.ofMinutes(1)).withTtl(Duration.ofMinutes(2));

  @Test
  @DisplayName("L10: a lease that is given back with a rest is over here, and held for everybody")
  void nobodyGetsItBefore() {
    Holdfast holdfast = lab.open();
    Lease lease = holdfast.leases().acquire("x");
    assertThat(lease.releaseAfter(HOUR)).isTrue();
    assertThat(lease.isHeld()).isFalse();
    assertThat(holdfast.leases().tryAcquire("x")).isEmpty();
    assertThat(lab.open().leases().tryAcquire("x")).isEmpty();
    assertThat(secondsLeft("x")).isBetween(3500L, 3600L);
  }

  @Test
  @DisplayName("L10: the rest ends by itself, and is no loss")
  void endsByItself() {
    List<HoldfastEvent> events = new CopyOnWriteArrayList<>();
    Holdfast holdfast = lab.open(HoldfastSettings.defaults().withListener(events::add));
    Lease lease = holdfast.leases().acquire("x");
    assertThat(lease.releaseAfter(Duration.ofMillis(300))).isTrue();
    assertThat(lab.open().leases().acquire("x", SOON).fence()).isEqualTo(2);
    assertThat(events)
        .contains(new LeaseReleased("x", 1, true))
        .noneMatch(LeaseLost.class::isInstance);
    assertThat(lab.sql().number("select count(*) from holdfast.incident")).isZero();
  }

  @Test
  @DisplayName("L10: closing Holdfast does not shorten the rest")
  void survivesClosing() {
    Holdfast holdfast = lab.open();
    assertThat(holdfast.leases().acquire("x").releaseAfter(HOUR)).isTrue();
    holdfast.close();
    assertThat(lab.open().leases().tryAcquire("x")).isEmpty();
  }

  @Test
  @DisplayName("L5: without a rest it is a release; twice does nothing the second time")
  void noRest() {
    Holdfast holdfast = lab.open();
    Lease lease = holdfast.leases().acquire("x");
    assertThat(lease.releaseAfter(Duration.ofSeconds(-1))).isTrue();
    assertThat(lease.releaseAfter(HOUR)).isFalse();
    Lease next = holdfast.leases().tryAcquire("x").orElseThrow();
    assertThat(next.releaseAfter(Duration.ofNanos(1))).as("less than a millisecond").isTrue();
    assertThat(holdfast.leases().acquire("x", SOON).fence()).isEqualTo(3);
  }

  @Test
  @DisplayName("L5: after a takeover it says that it was late, and harms nobody")
  void late() {
    // a renewal that began just before the lease is ended below would find it held still
    Lease late = lab.open().leases().acquire("x", LeaseOptions.defaults().withoutAutoRenew());
    lab.sql().run("update holdfast.lease set locked_until = clock_timestamp()");
    Lease successor = lab.open().leases().acquire("x");
    assertThat(late.releaseAfter(HOUR)).isFalse();
    assertThat(secondsLeft("x")).isLessThan(3000);
    assertThat(successor.release()).isTrue();
  }

  private long secondsLeft(String resource) {
    return lab.sql()
        .number(
            "select extract(epoch from locked_until - clock_timestamp())::integer"
                + " from holdfast.lease where resource = ?",
            resource);
  }
}
