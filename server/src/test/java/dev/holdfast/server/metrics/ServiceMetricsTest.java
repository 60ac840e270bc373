package dev.holdfast.server.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.HoldfastEvent;
import dev.holdfast.HoldfastListener;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The metrics")
class ServiceMetricsTest {
  private final ServiceMetrics metrics = new ServiceMetrics("1.2 \"beta\"\\\n");

  @Test
  @DisplayName("count what the library tells, by outcome and never by name")
  void leases() {
    HoldfastListener listener = metrics.listener();
    Duration tenth = Duration.ofMillis(100);
    listener.on(new HoldfastEvent.LeaseGranted("secret/name", "h", 1, tenth));
    listener.on(new HoldfastEvent.LeaseGranted("secret/name", "h", 2, Duration.ofHours(1)));
    listener.on(new HoldfastEvent.LeaseRefused("secret/name", "h", Duration.ZERO));
    listener.on(new HoldfastEvent.LeaseReleased("secret/name", 1, false));
    listener.on(new HoldfastEvent.LeaseLost("secret/name", "h", 1, "why"));
    listener.on(new HoldfastEvent.LeasesRenewed(7, 1));
    listener.on(new HoldfastEvent.BatchSent(1, 2, 3, tenth));
    listener.on(new HoldfastEvent.DatabaseLost("gone"));
    PromText text = PromText.read(metrics.text());
    assertThat(text.value("holdfast_leases_granted_total")).isEqualTo(2);
    assertThat(text.value("holdfast_leases_refused_total")).isEqualTo(1);
    assertThat(text.value("holdfast_leases_released_total{in_time=\"false\"}")).isEqualTo(1);
    assertThat(text.value("holdfast_leases_lost_total")).isEqualTo(1);
    assertThat(text.value("holdfast_leases_renewed_total")).isEqualTo(7);
    assertThat(text.value("holdfast_lease_wait_seconds_bucket{outcome=\"granted\",le=\"0.05\"}"))
        .isZero();
    assertThat(text.value("holdfast_lease_wait_seconds_bucket{outcome=\"granted\",le=\"0.1\"}"))
        .isEqualTo(1);
    assertThat(text.value("holdfast_lease_wait_seconds_bucket{outcome=\"granted\",le=\"+Inf\"}"))
        .isEqualTo(2);
    assertThat(text.value("holdfast_lease_wait_seconds_sum{outcome=\"granted\"}"))
        .isEqualTo(3600.1);
    assertThat(text.value("holdfast_batch_operations_sum")).isEqualTo(6);
    assertThat(text.value("holdfast_database_reachable")).isZero();
    listener.on(new HoldfastEvent.DatabaseBack(tenth));
    assertThat(PromText.read(metrics.text()).value("holdfast_database_reachable")).isEqualTo(1);
    assertThat(metrics.text()).doesNotContain("secret/name");
  }

  @Test
  @DisplayName("count requests by route and status, in a bounded number of series")
  void requests() {
    RequestMetrics requests = metrics.requests();
    requests.started();
    requests.started();
    requests.ended("GET", "/api/v1/resources/{name}", 200, 2_000_000);
    for (int i = 0; i < 5_000; i++) {
      requests.started();
      requests.ended("GET", "/route/" + i, 200, 1);
    }
    PromText text = PromText.read(metrics.text());
    assertThat(
            text.value(
                "holdfast_http_requests_total"
                    + "{method=\"GET\",route=\"/api/v1/resources/{name}\",status=\"200\"}"))
        .isEqualTo(1);
    assertThat(text.value("holdfast_http_requests_open")).isEqualTo(1);
    assertThat(text.samples()).hasSizeLessThan(5_000);
  }

  @Test
  @DisplayName("leave out what is not known, and escape what is strange")
  void unknown() {
    metrics.gauge("holdfast_test_unknown", "Nobody knows.", () -> Double.NaN);
    PromText text = PromText.read(metrics.text());
    assertThat(text.samples()).noneMatch(sample -> sample.startsWith("holdfast_test_unknown"));
    assertThat(text.value("holdfast_build_info{version=\"1.2 \\\"beta\\\"\\\\\\n\"}")).isEqualTo(1);
    assertThat(text.value("holdfast_jvm_threads")).isPositive();
  }
}
