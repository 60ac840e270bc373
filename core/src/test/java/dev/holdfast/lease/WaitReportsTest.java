package dev.holdfast.lease;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class WaitReportsTest {

  // A report that took more than a second on a machine that stood still was followed by silence for
  // half a minute, and so long a deadlock was not told.
  @Test
  @DisplayName(
      "reports take a twentieth of the time, but one that stalled puts off the next little")
  void rest() {
    assertThat(rest(Duration.ofMillis(10))).isEqualTo(Duration.ofMillis(200));
    assertThat(rest(Duration.ofMillis(100))).isEqualTo(Duration.ofSeconds(2));
    assertThat(rest(Duration.ofMillis(1_500))).isEqualTo(Duration.ofSeconds(4));
  }

  private static Duration rest(Duration took) {
    return Duration.ofNanos(WaitReports.rest(took.toNanos()));
  }
}
