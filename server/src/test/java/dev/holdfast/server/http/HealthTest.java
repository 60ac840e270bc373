package dev.holdfast.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.server.metrics.PromText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Health and metrics")
class HealthTest {
  private static final Pattern METRIC = Pattern.compile("holdfast_[a-z0-9_]+");
  private static WatchedService service;

  @BeforeAll
  static void start() {
    service = WatchedService.start();
  }

  @AfterAll
  static void stop() {
    service.close();
  }

  @Test
  @DisplayName("live and ready are open to all")
  void health() {
    assertThat(service.anybody().get("/livez").status()).isEqualTo(200);
    // A machine that is busy for a second makes it unready again, so this is one look.
    WatchedService.until("ready", () -> isReady(service.anybody().get("/readyz")));
  }

  private static boolean isReady(Client.Reply reply) {
    return reply.status() == 200 && reply.body().equals("{\"ready\":true}");
  }

  @Test
  @DisplayName("not ready while the schema is missing or too old, but alive")
  void notReady() {
    service.sql("alter schema holdfast rename to elsewhere");
    try {
      WatchedService.until("not ready", () -> service.anybody().get("/readyz").status() == 503);
      assertThat(service.anybody().get("/livez").status()).isEqualTo(200);
      assertThat(metrics().value("holdfast_database_up")).isZero();
    } finally {
      service.sql("alter schema elsewhere rename to holdfast");
    }
    WatchedService.until("ready", () -> service.anybody().get("/readyz").status() == 200);
  }

  private static PromText metrics() {
    Client.Reply reply = service.admin().get("/metrics");
    assertThat(reply.header("content-type")).hasValue("text/plain; version=0.0.4; charset=utf-8");
    return PromText.read(reply.body());
  }

  @Test
  @DisplayName("metrics need a token unless they are opened, and carry no names")
  void needToken() {
    assertThat(service.anybody().get("/metrics").status()).isEqualTo(401);
    service.hold("a-name/that-is-private").close();
    service.admin().get("/api/v1/refusals/a-name-that-is-private");
    service.admin().get("/a-name-that-is-private");
    String asked = "holdfast_http_requests_total{method=\"GET\",route=\"%s\",status=\"404\"}";
    String refusal = asked.formatted("/api/v1/refusals/{id}");
    // Requests are counted after their answers, grants are told after their commits.
    WatchedService.until(
        "counted",
        () ->
            metrics().samples().containsAll(List.of(asked.formatted("unknown"), refusal))
                && metrics().value("holdfast_leases_granted_total") > 0
                && metrics().value("holdfast_observer_active") == 1);
    PromText text = metrics();
    assertThat(text.value(refusal)).isEqualTo(1);
    assertThat(service.admin().get("/metrics").body()).doesNotContain("private");
  }

  @Test
  @DisplayName("every metric on the Grafana dashboard and in the operator's guide is there")
  void dashboard() throws IOException {
    WatchedService.until("known", () -> metrics().samples().contains("holdfast_waiters"));
    Set<String> known = new TreeSet<>(metrics().names());
    assertThat(mentioned(root().resolve("docs/grafana/holdfast.json")))
        .hasSizeGreaterThan(10)
        .allSatisfy(name -> assertThat(known).contains(family(name)));
    Set<String> guide = mentioned(root().resolve("docs/operating.md"));
    assertThat(guide).allSatisfy(name -> assertThat(known).contains(family(name)));
    assertThat(guide.stream().map(HealthTest::family)).containsAll(known);
  }

  private static Set<String> mentioned(Path file) throws IOException {
    Set<String> names = new TreeSet<>();
    Matcher matcher = METRIC.matcher(Files.readString(file));
    while (matcher.find()) {
      if (!Set.of("holdfast_user", "holdfast_admin", "holdfast_relay").contains(matcher.group())) {
        names.add(matcher.group());
      }
    }
    return names;
  }

  private static String family(String name) {
    return name.replaceFirst("_(bucket|sum|count)$", "");
  }

  private static Path root() {
    Path here = Path.of("").toAbsolutePath();
    return Files.exists(here.resolve("docs")) ? here : here.resolve("..");
  }
}
