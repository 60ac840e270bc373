package dev.holdfast.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.Holdfast;
import dev.holdfast.HoldfastEvent.LeasesRenewed;
import dev.holdfast.HoldfastSettings;
import dev.holdfast.LeaseLostException;
import dev.holdfast.support.Await;
import dev.holdfast.support.CountingDataSource;
import dev.holdfast.support.EveryIsolation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class RenewalTest extends EveryIsolation {

  /** Long against a thread that is kept waiting, short against a test. */
  private static final LeaseOptions SHORT = LeaseOptions.defaults().withTtl(Duration.ofSeconds(4));

  private static final LeaseOptions MINUTE = LeaseOptions.defaults().withTtl(Duration.ofMinutes(1));

  @Test
  @DisplayName("L10: a lease is renewed by itself, beyond its ttl")
  void renewsItself() {
    CountDownLatch thrice = new CountDownLatch(3);
    Holdfast holdfast =
        lab.open(
            HoldfastSettings.defaults()
                .withListener(
                    event -> {
                      if (event instanceof LeasesRenewed) {
                        thrice.countDown();
                      }
                    }));
    Lease lease = holdfast.leases().acquire("x", SHORT);
    Await.signal("three renewals", thrice);
    Await.until("the ttl is over", () -> pastFirstEnd(lease));
    assertThat(lease.isHeld()).isTrue();
    assertThat(lab.open().leases().tryAcquire("x")).isEmpty();
    assertThat(lease.release()).isTrue();
  }

  @Test
  @DisplayName("L10: without renewal a lease ends with its ttl, and the holder is told")
  void renewalOff() {
    Holdfast holdfast = lab.open();
    Lease lease =
        holdfast.leases().acquire("x", SHORT.withTtl(Duration.ofMillis(300)).withoutAutoRenew());
    CountDownLatch lost = new CountDownLatch(1);
    lease.onLost(l -> lost.countDown());
    Await.signal("the loss", lost);
    assertThat(lease.isHeld()).isFalse();
    assertThatThrownBy(() -> lease.renew(Duration.ofSeconds(5)))
        .isInstanceOf(LeaseLostException.class)
        .hasMessageContainingAll("x", "fence 1", "acquire it again");
    assertThat(holdfast.leases().acquire("x").fence()).isEqualTo(2);
  }

  @Test
  @DisplayName("L10: renewing sets a new time, longer or shorter, also for later renewals")
  void newTime() {
    Lease lease = lab.open().leases().acquire("x", MINUTE);
    lease.renew(Duration.ofHours(1));
    assertThat(lease.ttl()).isEqualTo(Duration.ofHours(1));
    assertThat(lease.remaining()).isGreaterThan(Duration.ofMinutes(50));
    assertThat(secondsLeft("x")).isBetween(3590L, 3600L);
    lease.renew(Duration.ofSeconds(30));
    assertThat(lease.remaining()).isLessThan(Duration.ofSeconds(30));
    assertThat(secondsLeft("x")).isBetween(20L, 30L);
  }

  // The push connection was up just then and had all leases renewed, with the ttl of before.
  @Test
  @DisplayName("L10: a renewal in passing does not bring back a ttl of before")
  void ttlOfBefore() {
    Lease lease = lab.open().leases().acquire("x", MINUTE);
    Lane lane = new Lane(0);
    lane.add(Batch.Renewal.of(lease));
    lease.renew(Duration.ofHours(1));
    assertThat(lane.next(System.nanoTime()).renewals())
        .extracting(Batch.Renewal::ttl)
        .containsExactly(Duration.ofHours(1));
  }

  @Test
  @DisplayName("L10: an expired lease is not revived, even if nobody took it")
  void notRevived() {
    Lease lease = lab.open().leases().acquire("x");
    lab.sql().run("update holdfast.lease set locked_until = clock_timestamp()");
    assertThatThrownBy(() -> lease.renew(Duration.ofMinutes(1)))
        .isInstanceOf(LeaseLostException.class);
    assertThat(lease.isHeld()).isFalse();
  }

  @Test
  @DisplayName("L10: the renewals of a thousand leases are one statement")
  void oneStatementForAll() {
    CountingDataSource counting = new CountingDataSource(lab.dataSource());
    List<LeasesRenewed> renewals = new CopyOnWriteArrayList<>();
    CountDownLatch renewed = new CountDownLatch(1);
    Holdfast holdfast =
        lab.open(
            counting.dataSource(),
            HoldfastSettings.defaults()
                .withListener(
                    event -> {
                      if (event instanceof LeasesRenewed renewal && renewal.leases() >= 1000) {
                        renewals.add(renewal);
                        renewed.countDown();
                      }
                    }));
    List<String> names = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      names.add("job/" + i);
    }
    LeaseGroup group =
        holdfast
            .leases()
            .tryAcquireAll(names, LeaseOptions.defaults().withTtl(Duration.ofSeconds(15)))
            .orElseThrow(); // a try starts no push, which would renew all once more
    counting.reset();
    Await.signal("the renewal", renewed);
    assertThat(counting.executedForLeases()).hasSize(1);
    assertThat(renewals).containsExactly(new LeasesRenewed(1000, 0));
    assertThat(group.isHeld()).isTrue();
  }

  private boolean pastFirstEnd(Lease lease) {
    return lab.sql()
        .text(
            "select clock_timestamp() > ?::timestamptz + interval '4 seconds'",
            lease.grantedAt().toString())
        .equals("t");
  }

  private long secondsLeft(String resource) {
    return lab.sql()
        .number(
            "select extract(epoch from locked_until - clock_timestamp())::integer"
                + " from holdfast.lease where resource = ?",
            resource);
  }
}
