package dev.holdfast.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.Holdfast;
import dev.holdfast.LeaseLostException;
import dev.holdfast.lease.Incidents.Kind;
import dev.holdfast.support.Await;
import dev.holdfast.support.Isolation;
import dev.holdfast.support.Lab;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class IncidentsTest {

  private final Lab lab = new Lab(Isolation.READ_COMMITTED);

  @AfterEach
  void close() {
    lab.close();
  }

  @Test
  @DisplayName("a loss, a write that the guard refused and a late release are on record")
  void recorded() {
    Holdfast holdfast = lab.open("me");
    Lease lease = holdfast.leases().acquire("x");
    lab.sql().run("select holdfast.force_release('x', 1, 'a test', 'somebody')");
    assertThatThrownBy(() -> lease.inTransaction(tx -> 1)).isInstanceOf(LeaseLostException.class);
    assertThatThrownBy(() -> lease.renew(Duration.ofMinutes(1)))
        .isInstanceOf(LeaseLostException.class);
    assertThat(lease.release()).isFalse();
    Await.until("all are there", () -> count("true") == 3);
    assertThat(count("kind = 'stale-write' and holder = 'me' and detail like '%guard%'"))
        .isEqualTo(1);
    assertThat(count("kind = 'lost' and resource = 'x' and fence = 1 and holder = 'me'"))
        .isEqualTo(1);
    assertThat(count("kind = 'late-release' and resource = 'x' and fence = 1")).isEqualTo(1);
    assertThat(count("at between now() - interval '1 minute' and now()")).isEqualTo(3);
  }

  @Test
  @DisplayName("what is not recorded yet is recorded on closing")
  void onClosing() {
    Holdfast holdfast = lab.open("me");
    Lease lease = holdfast.leases().acquire("x");
    lab.sql().run("select holdfast.force_release('x', 1, 'a test', 'somebody')");
    assertThat(lease.release()).isFalse();
    holdfast.close();
    assertThat(count("kind = 'late-release'")).isEqualTo(1);
  }

  @Test
  @DisplayName("a release in time is no incident, nor is one that was repeated")
  void nothing() {
    Holdfast holdfast = lab.open("me");
    holdfast.leases().acquire("x").release();
    holdfast.close();
    assertThat(count("true")).isZero();
  }

  @Test
  @DisplayName("more than a thousand at a time are dropped and counted, and nobody waits")
  void bounded() {
    Incidents incidents = new Incidents();
    for (int i = 0; i < 5_000; i++) {
      incidents.add(Kind.LOST, "x", i, "me", "");
    }
    assertThat(incidents.dropped()).isEqualTo(4_000);
  }

  private long count(String condition) {
    return lab.sql().number("select count(*) from holdfast.incident where " + condition);
  }
}
