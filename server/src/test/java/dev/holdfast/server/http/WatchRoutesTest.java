package dev.holdfast.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.lease.Lease;
import dev.holdfast.server.watch.Refusal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The endpoints of what was")
class WatchRoutesTest {
  private static WatchedService service;

  @BeforeAll
  static void start() {
    service = WatchedService.start();
  }

  @AfterAll
  static void stop() {
    service.close();
  }

  private static UUID refuse(String resource) {
    Refusal.HeldBy by = new Refusal.HeldBy("web-1", 7, Instant.now(), null);
    return service
        .watch()
        .refusals()
        .record(new Refusal.Asked(resource, "held", "shop", by, Duration.ofMillis(1_500)));
  }

  private static List<?> list(Client.Reply reply, String member) {
    assertThat(reply.status()).as(reply.body()).isEqualTo(200);
    return (List<?>) reply.json().getOrDefault(member, List.of());
  }

  @Test
  @DisplayName("show who held what when, of names that the token may see")
  void timeline() {
    Lease lease = service.hold("lane/1");
    service.hold("lane/2");
    assertThat(lease.release()).isTrue();
    Client.Reply reply = service.admin().get("/api/v1/timeline?prefix=lane%2F");
    assertThat(list(reply, "lanes")).hasSize(2);
    assertThat(reply.body())
        .contains("\"resource\":\"lane/1\"")
        .contains("\"kind\":\"released\"")
        .contains("\"fence\":\"1\"")
        .contains("\"ended\":null");
    Client reader = service.client("lanes", Role.READ, "lane/2");
    assertThat(list(reader.get("/api/v1/timeline"), "lanes")).hasSize(1);
    assertThat(service.admin().get("/api/v1/timeline?from=yesterday").status()).isEqualTo(400);
    assertThat(service.admin().get("/api/v1/timeline?limit=0").status()).isEqualTo(400);
    assertThat(service.admin().get("/api/v1/timeline?prefix=%00").status()).isEqualTo(400);
  }

  @Test
  @DisplayName("show contention in steps of full minutes")
  void contention() {
    refuse("heat/1");
    WatchedService.until(
        "it was told",
        () -> service.admin().get("/api/v1/contention").body().contains("\"group\":\"heat\""));
    Client.Reply reply =
        service.admin().get("/api/v1/contention?stepSeconds=600&from=" + minutesAgo(60));
    Map<?, ?> group =
        (Map<?, ?>)
            list(reply, "groups").stream()
                .filter(each -> String.valueOf(((Map<?, ?>) each).get("group")).equals("heat"))
                .findFirst()
                .orElseThrow();
    assertThat((List<?>) group.get("waitSeconds")).hasSizeBetween(6, 7);
    assertThat(String.valueOf(group.get("refusals"))).contains("1");
    assertThat(service.client("cold", Role.READ, "cold/").get("/api/v1/contention").body())
        .doesNotContain("heat");
    assertThat(service.admin().get("/api/v1/contention?stepSeconds=61").status()).isEqualTo(400);
    assertThat(service.admin().get("/api/v1/contention?from=" + minutesAgo(60 * 24 * 365)).status())
        .isEqualTo(400);
  }

  private static String minutesAgo(int minutes) {
    return Instant.now().minus(Duration.ofMinutes(minutes)).toString();
  }

  @Test
  @DisplayName("show a refusal at once, and all of them page by page, to those who may see it")
  void refusals() {
    UUID id = refuse("door/1");
    Client.Reply one = service.admin().get("/api/v1/refusals/" + id);
    assertThat(one.status()).isEqualTo(200);
    assertThat(one.text("sentence")).contains("shop was refused door/1").contains("web-1");
    assertThat(one.body()).contains("\"fence\":\"7\"").contains("\"waitedSeconds\":1.5");
    refuse("door/1");
    refuse("door/2");
    WatchedService.until("they are written", () -> service.watch().refusals().pending() == 0);
    Client.Reply first = service.admin().get("/api/v1/refusals?resource=door%2F1&limit=1");
    assertThat(list(first, "items")).hasSize(1);
    Client.Reply second =
        service
            .admin()
            .get("/api/v1/refusals?resource=door%2F1&limit=1&cursor=" + first.text("next"));
    assertThat(list(second, "items")).hasSize(1).isNotEqualTo(list(first, "items"));
    Client.Reply third =
        service
            .admin()
            .get("/api/v1/refusals?resource=door%2F1&limit=1&cursor=" + second.text("next"));
    assertThat(list(third, "items")).isEmpty();
    assertThat(third.get("next")).isNull();

    Client stranger = service.client("stranger", Role.READ, "other/");
    assertThat(stranger.get("/api/v1/refusals/" + id).status()).isEqualTo(404);
    assertThat(stranger.get("/api/v1/refusals?resource=door%2F1").status()).isEqualTo(403);
    assertThat(list(stranger.get("/api/v1/refusals"), "items")).isEmpty();
    assertThat(service.admin().get("/api/v1/refusals/" + UUID.randomUUID()).status())
        .isEqualTo(404);
    assertThat(service.admin().get("/api/v1/refusals/none").status()).isEqualTo(404);
    assertThat(service.admin().get("/api/v1/refusals?cursor=x").status()).isEqualTo(400);
  }
}
