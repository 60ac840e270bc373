package dev.holdfast.lease;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Holdfast;
import dev.holdfast.HoldfastEvent;
import dev.holdfast.HoldfastEvent.LeaseReleased;
import dev.holdfast.HoldfastSettings;
import dev.holdfast.support.Await;
import dev.holdfast.support.EveryIsolation;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ReleaseTest extends EveryIsolation {

  private static final LeaseOptions BRIEF =
      LeaseOptions.defaults()
          .withWait(Duration.ZERO)
          .withTtl(Duration.ofMillis(150))
          .withoutAutoRenew();

  @Test
  @DisplayName("L5: a late release harms nobody and says so")
  void lateRelease() {
    List<HoldfastEvent> events = new CopyOnWriteArrayList<>();
    Holdfast slow = lab.open(HoldfastSettings.defaults().withListener(events::add));
    Lease late = slow.leases().acquire("x", BRIEF);
    Lease successor = takeOver("x");

    assertThat(late.release()).isFalse();

    assertThat(successor.isHeld()).isTrue();
    assertThat(lab.open().leases().tryAcquire("x")).isEmpty();
    assertThat(events).contains(new LeaseReleased("x", late.fence(), false));
    assertThat(successor.release()).isTrue();
  }

  @Test
  @DisplayName("L5: a release after the end, before anybody took over, says that it was late")
  void releaseAfterTheEnd() {
    Lease late = lab.open().leases().acquire("x", BRIEF);
    Await.until("it ended", () -> state("x").equals("expired"));
    assertThat(late.release()).isFalse();
    assertThat(state("x")).isEqualTo("free");
  }

  @Test
  @DisplayName("L5: releasing twice, or closing after releasing, does nothing the second time")
  void releaseTwice() {
    Holdfast holdfast = lab.open();
    Lease lease = holdfast.leases().acquire("x");
    assertThat(lease.release()).isTrue();
    assertThat(lease.isHeld()).isFalse();
    Lease successor = holdfast.leases().acquire("x");
    assertThat(lease.release()).isFalse();
    lease.close();
    assertThat(holdfast.leases().tryAcquire("x")).isEmpty();
    assertThat(successor.release()).isTrue();
  }

  @Test
  @DisplayName("L5: closing does not wait, and an acquisition of the same process comes after it")
  void closeIsOrdered() {
    Holdfast holdfast = lab.open();
    for (int i = 1; i <= 50; i++) {
      Optional<Lease> lease = holdfast.leases().tryAcquire("x");
      assertThat(lease).as("round %d", i).isPresent();
      lease.orElseThrow().close();
    }
  }

  @Test
  @DisplayName("L5: nothing but the token releases: not a guessed one, not the holder's name")
  void onlyTheToken() {
    Lease lease = lab.open("me").leases().acquire("x");
    String released = "select holdfast.release('x', '%s')".formatted(UUID.randomUUID());
    assertThat(readCommitted(released)).isEqualTo("f");
    assertThat(readCommitted(released.replace("release", "renew"))).isEqualTo("f");
    assertThat(lab.open("me").leases().tryAcquire("x")).isEmpty();
    assertThat(lease.release()).isTrue();
  }

  @Test
  @DisplayName("L6: an expired lease is taken over by the next caller, with no clean-up job")
  void takeOverAtOnce() {
    Holdfast first = lab.open("first");
    Holdfast second = lab.open("second");
    second.leases().tryAcquire("warm-up");
    Lease old = first.leases().acquire("x", BRIEF);
    long start = System.nanoTime();
    // waits in the queue: the known end of the lease wakes it, no release ever comes
    Lease successor =
        second.leases().acquire("x", LeaseOptions.defaults().withWait(Duration.ofSeconds(15)));
    Duration waited = Duration.ofNanos(System.nanoTime() - start);
    assertThat(successor.fence()).isEqualTo(old.fence() + 1);
    assertThat(waited).isLessThan(Duration.ofSeconds(14));
    assertThat(successor.grantedAt()).isAfterOrEqualTo(old.grantedAt().plus(old.ttl()));
  }

  private Lease takeOver(String resource) {
    Holdfast next = lab.open("successor");
    return next.leases().acquire(resource, LeaseOptions.defaults());
  }

  private String state(String resource) {
    return lab.sql().text("select state from holdfast.resource(?)", resource);
  }

  private String readCommitted(String query) {
    try (var connection = lab.dataSource().getConnection()) {
      connection.setTransactionIsolation(java.sql.Connection.TRANSACTION_READ_COMMITTED);
      return String.valueOf(dev.holdfast.support.Sql.column(connection, query).get(0));
    } catch (java.sql.SQLException e) {
      throw new AssertionError(e);
    }
  }
}
