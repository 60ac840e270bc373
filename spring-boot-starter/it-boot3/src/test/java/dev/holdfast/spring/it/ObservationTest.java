package dev.holdfast.spring.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.LeaseHeldException;
import dev.holdfast.embedded.PostgresServer;
import dev.holdfast.embedded.TestDatabase;
import dev.holdfast.lease.Lease;
import dev.holdfast.testkit.Eventually;
import dev.holdfast.testkit.proxy.TcpProxy;
import io.micrometer.common.KeyValue;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Bean;

class ObservationTest {

  private static final Duration LONG = Duration.ofMinutes(1);

  /** Keeps what was observed of leases. */
  static final class Seen implements ObservationHandler<Observation.Context> {

    private final List<Observation.Context> contexts = new CopyOnWriteArrayList<>();

    @Override
    public void onStop(Observation.Context context) {
      contexts.add(context);
    }

    @Override
    public boolean supportsContext(Observation.Context context) {
      return "holdfast.leased".equals(context.getName());
    }
  }

  static class ObservedApp extends InvoiceApp {
    @Bean
    Seen seen() {
      return new Seen();
    }
  }

  @Test
  @DisplayName("a leased call is an observation: tags are the template and the outcome only")
  void observed() {
    try (TestDatabase database = App.database();
        App app = App.plain(database, ObservedApp.class)) {
      InvoiceService service = app.get(InvoiceService.class);
      service.under("a secret of mine", () -> 1);
      try (Lease held = app.holdfast().leases().acquire("named/b")) {
        assertThat(held.isHeld()).isTrue();
        assertThatThrownBy(() -> service.under("b", () -> 1))
            .isInstanceOf(LeaseHeldException.class);
        assertThat(service.orNothing("b")).isEmpty();
      }
      List<Observation.Context> contexts = app.get(Seen.class).contexts;
      assertThat(contexts)
          .extracting(each -> text(each.getLowCardinalityKeyValue("outcome")))
          .containsExactly("done", "busy", "skipped");
      assertThat(contexts.get(0).getLowCardinalityKeyValues().stream().map(KeyValue::getValue))
          .containsExactlyInAnyOrder("named/#{#name}", "done")
          .noneMatch(value -> value.contains("secret"));
      assertThat(text(contexts.get(0).getHighCardinalityKeyValue("resource")))
          .isEqualTo("named/a secret of mine");
    }
  }

  @Test
  @DisplayName("health is DOWN while the database is away, and up again when it is back")
  void health() {
    try (TestDatabase database = App.database();
        TcpProxy proxy = TcpProxy.to("127.0.0.1", PostgresServer.shared().port());
        App app =
            App.web(
                database,
                InvoiceApp.class,
                "spring.datasource.url="
                    + database.url().replaceFirst("//[^/]+/", "//127.0.0.1:" + proxy.port() + "/"),
                "management.health.db.enabled=false",
                "management.endpoint.health.show-details=always",
                "spring.datasource.hikari.connection-timeout=3000",
                "holdfast.patience=2s")) {
      try (Lease lease = app.holdfast().leases().acquire("x")) {
        assertThat(app.http("GET", "/actuator/health").statusCode()).isEqualTo(200);
        proxy.cut();
        assertThatThrownBy(() -> app.holdfast().leases().tryAcquire("y"))
            .isInstanceOf(RuntimeException.class);
        HttpResponse<String> down =
            Eventually.yields(
                "health is down",
                LONG,
                () ->
                    Optional.of(app.http("GET", "/actuator/health"))
                        .filter(answer -> answer.statusCode() == 503));
        assertThat(down.body()).contains("\"holdfast\":{").contains("DOWN");
        proxy.heal();
        Eventually.holds(
            "health is up",
            LONG,
            () -> {
              app.holdfast().leases().find("x");
              return app.http("GET", "/actuator/health").statusCode() == 200;
            });
        assertThat(lease.resource()).isEqualTo("x");
      }
    }
  }

  @Test
  @DisplayName("a lease that was lost degrades health, which stays up for load balancers")
  void degraded() {
    try (TestDatabase database = App.database();
        App app =
            App.web(database, InvoiceApp.class, "management.endpoint.health.show-details=always")) {
      Lease lease = app.holdfast().leases().acquire("x");
      lease.onLost(lost -> {});
      assertThat(app.holdfast().leases().forceRelease("x", lease.fence(), "a test")).isTrue();
      Eventually.holds(
          "health is degraded",
          LONG,
          () -> app.http("GET", "/actuator/health").body().contains("DEGRADED"));
      assertThat(app.http("GET", "/actuator/health").statusCode()).isEqualTo(200);
    }
  }

  private static String text(@org.jspecify.annotations.Nullable KeyValue value) {
    return value == null ? "" : value.getValue();
  }
}
