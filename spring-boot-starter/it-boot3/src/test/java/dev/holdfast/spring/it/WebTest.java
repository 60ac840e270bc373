package dev.holdfast.spring.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.embedded.TestDatabase;
import dev.holdfast.lease.Lease;
import dev.holdfast.testkit.Eventually;
import io.micrometer.core.instrument.MeterRegistry;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class WebTest {

  private static TestDatabase database;
  private static App app;

  @BeforeAll
  static void start() {
    database = App.database();
    app =
        App.web(
            database,
            BookingApp.class,
            "holdfast.holder=web-3",
            "management.endpoints.web.exposure.include=health,holdfast",
            "management.endpoint.health.show-details=always");
  }

  @AfterAll
  static void stop() {
    app.close();
    database.close();
  }

  @Test
  @DisplayName("L11: a busy resource is a 409 problem with the holder and Retry-After")
  void busy() {
    assertThat(app.http("POST", "/bookings/7/confirm").body()).isEqualTo("confirmed");
    try (Lease held = app.holdfast().leases().acquire("booking/8")) {
      HttpResponse<String> answer = app.http("POST", "/bookings/8/confirm");
      assertThat(answer.statusCode()).isEqualTo(409);
      assertThat(answer.headers().firstValue("content-type"))
          .hasValueSatisfying(type -> assertThat(type).startsWith("application/problem+json"));
      assertThat(answer.headers().firstValueAsLong("retry-after").orElse(0)).isPositive();
      assertThat(answer.body())
          .contains("\"urn:holdfast:problem:held\"")
          .contains("\"resource\":\"booking/8\"")
          .contains("\"holder\":\"web-3\"")
          .contains("\"fence\":\"" + held.fence() + "\"")
          .contains("\"status\":409");
    }
  }

  @Test
  @DisplayName("exceptions of others are not ours to answer")
  void others() {
    HttpResponse<String> answer = app.http("GET", "/own");
    assertThat(answer.statusCode()).isEqualTo(500);
    assertThat(answer.body()).doesNotContain("holdfast");
  }

  @Test
  @DisplayName("V2: ETag out, If-Match in: 204 and a new ETag, 412 when stale, 428 without, 304")
  void versions() {
    app.jdbc().update("insert into booking values (1, 0, 5)");
    HttpResponse<String> read = app.http("GET", "/bookings/1");
    assertThat(read.headers().firstValue("etag")).contains("\"5\"");
    assertThat(app.http("GET", "/bookings/1", "If-None-Match", "\"5\"").statusCode())
        .isEqualTo(304);
    HttpResponse<String> changed = app.http("PUT", "/bookings/1?seats=2", "If-Match", "\"5\"");
    assertThat(changed.statusCode()).isEqualTo(204);
    assertThat(changed.headers().firstValue("etag")).contains("\"6\"");
    HttpResponse<String> stale = app.http("PUT", "/bookings/1?seats=3", "If-Match", "\"5\"");
    assertThat(stale.statusCode()).isEqualTo(412);
    assertThat(stale.body()).contains("\"expected\":\"5\"").contains("\"actual\":\"6\"");
    assertThat(app.http("PUT", "/bookings/1?seats=3").statusCode()).isEqualTo(428);
    assertThat(app.http("PUT", "/bookings/1?seats=3", "If-Match", "five").statusCode())
        .isEqualTo(400);
    assertThat(app.number("select seats from booking where id = 1")).isEqualTo(2);
  }

  @Test
  @DisplayName("the endpoint tells what is held, and why one resource is busy")
  void endpoint() {
    try (Lease held = app.holdfast().leases().acquire("endpoint/a b")) {
      assertThat(held.isHeld()).isTrue();
      HttpResponse<String> all = app.http("GET", "/actuator/holdfast");
      assertThat(all.statusCode()).isEqualTo(200);
      assertThat(all.body()).contains("\"resource\":\"endpoint/a b\"").contains("\"waiting\":0");
      assertThat(app.http("GET", "/actuator/holdfast?resource=endpoint%2Fa%20b").body())
          .contains("\"sentence\":\"endpoint/a b held ")
          .contains("\"fence\":\"1\"");
    }
  }

  @Test
  @DisplayName("health is up however busy resources are; metrics count")
  void healthAndMetrics() {
    try (Lease held = app.holdfast().leases().acquire("wanted")) {
      assertThat(held.isHeld()).isTrue();
      assertThat(app.holdfast().leases().tryAcquire("wanted")).isEmpty();
      HttpResponse<String> health = app.http("GET", "/actuator/health");
      assertThat(health.statusCode()).isEqualTo(200);
      assertThat(health.body()).contains("\"holdfast\":{").contains("\"leasesLost\":0");
    }
    Eventually.holds(
        "grants and refusals are counted",
        Duration.ofMinutes(1),
        () -> count("holdfast.leases.granted") >= 1 && count("holdfast.leases.refused") >= 1);
  }

  private static double count(String name) {
    io.micrometer.core.instrument.Counter counter =
        app.get(MeterRegistry.class).find(name).counter();
    return counter == null ? 0 : counter.count();
  }
}
