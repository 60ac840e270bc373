package dev.holdfast.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.DatabaseUnavailableException;
import dev.holdfast.Holdfast;
import dev.holdfast.HoldfastSettings;
import dev.holdfast.embedded.PostgresServer;
import dev.holdfast.embedded.StopMode;
import dev.holdfast.support.Await;
import dev.holdfast.support.Lab;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A server that crashes, stops and hangs. One of its own, with fsync on. */
class OutageTest {

  private static final HoldfastSettings IMPATIENT =
      HoldfastSettings.defaults().withPatience(Duration.ofSeconds(3));

  /** A server that was killed recovers first, on a machine with other work to do. */
  private static final HoldfastSettings PATIENT =
      HoldfastSettings.defaults().withPatience(Duration.ofSeconds(30));

  private static PostgresServer server;
  private Lab lab;

  @BeforeAll
  static void start() {
    server = PostgresServer.start(PostgresServer.shared().major(), Map.of("fsync", "on"));
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @BeforeEach
  void open() {
    lab = Lab.on(server);
  }

  @AfterEach
  void close() {
    lab.close();
  }

  @Test
  @DisplayName("L13: a lease, its fence and its holder survive a crash of the database")
  void crash() {
    Holdfast holdfast = lab.open(PATIENT);
    Lease lease = holdfast.leases().acquire("x");
    Lease second = holdfast.leases().acquire("y");
    second.release();
    long highest = holdfast.leases().acquire("y").fence();
    server.kill();
    server.start();
    assertThat(lease.isHeld()).isTrue();
    assertThat(holdfast.leases().tryAcquire("x")).isEmpty();
    assertThat(holdfast.leases().find("y").orElseThrow().fence()).isEqualTo(highest);
    int one = lease.inTransaction(tx -> 1);
    assertThat(one).isEqualTo(1);
    assertThat(lease.release()).isTrue();
    assertThat(holdfast.leases().acquire("x").fence()).isEqualTo(lease.fence() + 1);
  }

  @Test
  @DisplayName("L13: a release that fails is made good when the database is back")
  void failedRelease() {
    Holdfast holdfast = lab.open(IMPATIENT);
    Lease lease = holdfast.leases().acquire("x");
    server.stop(StopMode.IMMEDIATE);
    lease.close();
    assertThatThrownBy(() -> holdfast.leases().tryAcquire("z"))
        .isInstanceOf(DatabaseUnavailableException.class)
        .hasMessageContainingAll("acquiring z", "3000 ms", "PostgreSQL");
    server.start();
    // far less than the ttl: without that release nobody gets it
    LeaseOptions soon = LeaseOptions.defaults().withWait(Duration.ofSeconds(60));
    assertThat(lab.open(PATIENT).leases().acquire("x", soon).fence()).isEqualTo(lease.fence() + 1);
  }

  @Test
  @DisplayName("L10: a process that can't reach the database tells its holders before the end")
  void toldBeforeTheEnd() {
    Holdfast holdfast = lab.open(PATIENT);
    Duration ttl = Duration.ofSeconds(10); // a tenth is for noticing late
    CountDownLatch lost = new CountDownLatch(1);
    AtomicLong toldAt = new AtomicLong();
    Lease lease = holdfast.leases().acquire("x", LeaseOptions.defaults().withTtl(ttl));
    lease.onLost(
        l -> {
          toldAt.set(System.nanoTime());
          lost.countDown();
        });
    server.pause();
    try {
      Await.signal("the loss", lost);
      long latestEnd = lease.sentAt() + ttl.toNanos();
      assertThat(toldAt.get() - latestEnd).as("told before the lease can end there").isNegative();
      assertThat(lease.isHeld()).isFalse();
    } finally {
      server.resume();
    }
    // after healing there is a grant within ttl + margin
    assertThat(
            holdfast
                .leases()
                .acquire("x", LeaseOptions.defaults().withWait(Duration.ofSeconds(60)))
                .fence())
        .isGreaterThan(lease.fence());
  }
}
