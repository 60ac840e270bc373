package dev.holdfast.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.testkit.proxy.TcpProxy;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Over HTTP a lease")
class LeasesTest {
  private static ServiceLab lab;
  private static Client client;

  @BeforeAll
  static void start() {
    lab = ServiceLab.start();
    client = lab.client("shop", Role.USE);
  }

  @AfterAll
  static void stop() {
    lab.close();
  }

  private static String wish(String resource, String more) {
    return "{\"resource\":\"%s\",\"holder\":\"web-1\",\"ttl\":\"30s\"%s}".formatted(resource, more);
  }

  @Test
  @DisplayName("is never one of the service's own, not alone and not among others")
  void neverOurs() {
    assertThat(client.post("/api/v1/leases", wish("holdfast/observer", "")).status())
        .isEqualTo(403);
    String several = "{\"resources\":[\"b\",\"holdfast/x\"],\"holder\":\"web-1\",\"ttl\":\"30s\"}";
    assertThat(client.post("/api/v1/leases", several).status()).isEqualTo(403);
    assertThat(client.post("/api/v1/leases", wish("holdfasting", "")).status()).isEqualTo(201);
  }

  @Test
  @DisplayName("is acquired, renewed and released with its token")
  void goesRound() {
    Client.Reply granted =
        client.post("/api/v1/leases", wish("a/1", ",\"attributes\":{\"job\":\"7\"}"));
    assertThat(granted.status()).isEqualTo(201);
    assertThat(granted.header("location")).hasValue("/api/v1/leases/" + granted.text("id"));
    String path = granted.header("location").orElseThrow();
    String token = granted.text("token");
    Client.Reply renewed = client.send("PUT", path, "{\"ttl\":\"2m\"}", "Lease-Token", token);
    assertThat(renewed.status()).isEqualTo(200);
    assertThat(renewed.get("ttlSeconds")).isEqualTo(120.0);
    assertThat(renewed.text("fence")).isEqualTo(granted.text("fence"));
    Client.Reply same = client.send("PUT", path, null, "Lease-Token", token);
    assertThat(same.get("ttlSeconds")).as("the ttl stays as it is").isEqualTo(120.0);
    Client.Reply released =
        client.send(
            "DELETE",
            path,
            null,
            "Authorization",
            "Holdfast " + token,
            "Holdfast-Access",
            client.secret());
    assertThat(released.status()).isEqualTo(204);
    assertThat(lab.holdfast().leases().find("a/1").orElseThrow().isHeld()).isFalse();
  }

  @Test
  @DisplayName("that somebody holds is refused with who, since when, and a page about it")
  void held() {
    Client.Reply first = client.post("/api/v1/leases", wish("b/1", ""));
    Client.Reply refused = client.post("/api/v1/leases", wish("b/1", ""));
    assertThat(refused.status()).isEqualTo(409);
    assertThat(refused.code()).isEqualTo("held");
    assertThat(refused.text("holder")).isEqualTo("web-1");
    assertThat(refused.text("fence")).isEqualTo(first.text("fence"));
    assertThat(refused.header("retry-after")).isPresent();
    assertThat(refused.text("instance")).startsWith("/api/v1/refusals/");
    Client.Reply late = client.post("/api/v1/leases", wish("b/1", ",\"wait\":\"50ms\""));
    assertThat(late.code()).isEqualTo("wait-timeout");
    assertThat((Double) late.get("waitedSeconds")).isGreaterThanOrEqualTo(0.05);
  }

  @Test
  @DisplayName("needs its own token: another is refused, and one that ended is lost")
  void tokens() {
    Client.Reply granted = client.post("/api/v1/leases", wish("c/1", ""));
    String path = granted.header("location").orElseThrow();
    String wrong = UUID.randomUUID().toString();
    for (String method : List.of("PUT", "DELETE")) {
      assertThat(client.send(method, path, null, "Lease-Token", wrong).code())
          .isEqualTo("wrong-token");
      assertThat(client.send(method, path, null, "Lease-Token", "no-uuid").status()).isEqualTo(403);
      assertThat(client.send(method, path, null).status()).isEqualTo(400);
    }
    lab.holdfast()
        .leases()
        .forceRelease("c/1", Long.parseLong(granted.text("fence")), "for the test");
    Client.Reply next = client.post("/api/v1/leases", wish("c/1", ""));
    String token = granted.text("token");
    Client.Reply lost = client.send("PUT", path, null, "Lease-Token", token);
    assertThat(lost.status()).isEqualTo(410);
    assertThat(lost.text("successorFence")).isEqualTo(next.text("fence"));
    assertThat(client.send("DELETE", path, null, "Lease-Token", token).status()).isEqualTo(410);
  }

  @Test
  @DisplayName("of several resources comes whole or not at all")
  void several() {
    String body = "{\"resources\":[\"d/2\",\"d/1\"],\"holder\":\"h\",\"ttl\":\"30s\"}";
    Client.Reply granted = client.post("/api/v1/leases", body);
    assertThat(granted.status()).isEqualTo(201);
    assertThat(granted.list("leases")).hasSize(2);
    Client.Reply refused =
        client.post(
            "/api/v1/leases", "{\"resources\":[\"d/3\",\"d/1\"],\"holder\":\"h\",\"ttl\":\"30s\"}");
    assertThat(refused.text("resource")).isEqualTo("d/1");
    assertThat(lab.holdfast().leases().find("d/3").filter(info -> info.isHeld())).isEmpty();
    for (Object lease : granted.list("leases")) {
      String id = String.valueOf(((Map<?, ?>) lease).get("id"));
      assertThat(
              client
                  .send(
                      "DELETE", "/api/v1/leases/" + id, null, "Lease-Token", granted.text("token"))
                  .status())
          .isEqualTo(204);
    }
  }

  @Test
  @DisplayName("asked for again with the same token or key is the same lease")
  void idempotent() {
    String token = UUID.randomUUID().toString();
    String body = wish("e/1", ",\"token\":\"" + token + "\"");
    Client.Reply first = client.post("/api/v1/leases", body);
    Client.Reply again = client.post("/api/v1/leases", body);
    assertThat(again.status()).isEqualTo(201);
    assertThat(again.text("fence")).isEqualTo(first.text("fence"));
    assertThat(again.text("token")).isEqualTo(token);

    String[] key = {"Idempotency-Key", "order-7"};
    Client.Reply keyed = client.send("POST", "/api/v1/leases", wish("e/2", ""), key);
    Client.Reply keyedAgain = client.send("POST", "/api/v1/leases", wish("e/2", ""), key);
    assertThat(keyedAgain.text("fence")).isEqualTo(keyed.text("fence"));
    assertThat(keyedAgain.text("token")).isEqualTo(keyed.text("token"));
    Client other = lab.client("other", Role.USE);
    assertThat(other.send("POST", "/api/v1/leases", wish("e/2", ""), key).status())
        .as("the same key of somebody else is another token")
        .isEqualTo(409);
    assertThat(client.send("POST", "/api/v1/leases", body, key).status()).isEqualTo(400);
  }

  @Test
  @DisplayName("whose answer was lost is had by asking again, with the same fence")
  void answerLost() throws Exception {
    try (TcpProxy proxy = TcpProxy.to("127.0.0.1", client.port())) {
      Client far = new Client(proxy.port(), client.secret());
      String body = wish("f/1", ",\"token\":\"" + UUID.randomUUID() + "\"");
      CompletableFuture<Void> swallowed = proxy.swallowNextAnswerThenCut();
      CompletableFuture<Client.Reply> lost = far.later("POST", "/api/v1/leases", body);
      swallowed.get(60, TimeUnit.SECONDS);
      long fence = lab.holdfast().leases().find("f/1").orElseThrow().fence();
      proxy.heal();
      Client.Reply again = far.post("/api/v1/leases", body);
      assertThat(again.status()).isEqualTo(201);
      assertThat(again.text("fence")).isEqualTo(Long.toString(fence));
      assertThat(lost)
          .failsWithin(Limit.LONG)
          .withThrowableThat()
          .isInstanceOfAny(ExecutionException.class, CompletionException.class);
    }
  }

  @Test
  @DisplayName("is refused in words when the request makes no sense")
  void invalid() {
    for (String body :
        List.of(
            "",
            "[]",
            "{}",
            wish("x", ",\"ttl\":\"1s\""),
            wish("x", ",\"tttl\":\"1s\""),
            wish("x", ",\"wait\":\"2h\""),
            wish("x", ",\"wait\":5"),
            wish("x", ",\"token\":\"short\""),
            wish("x", ",\"attributes\":{\"a\":1}"),
            "{\"resource\":\"x\",\"holder\":\"h\"}",
            "{\"resource\":\"x\",\"ttl\":\"1s\"}",
            "{\"resource\":\"x\",\"ttl\":\"0s\",\"holder\":\"h\"}",
            "{\"resource\":\"x\",\"ttl\":\"99d\",\"holder\":\"h\"}",
            "{\"resource\":\"x\",\"resources\":[\"y\"],\"ttl\":\"1s\",\"holder\":\"h\"}")) {
      Client.Reply reply = client.post("/api/v1/leases", body);
      assertThat(reply.status()).as(body).isEqualTo(400);
      assertThat(reply.code()).isEqualTo("invalid");
    }
    assertThat(client.post("/api/v1/leases", wish("x", ",\"tttl\":1")).text("detail"))
        .contains("tttl");
    assertThat(client.send("DELETE", "/api/v1/leases/zzz", null, "Lease-Token", "x").status())
        .isEqualTo(404);
  }

  @Test
  @DisplayName("of a name outside the token's prefixes is forbidden before anything is looked up")
  void prefixes() {
    Client narrow = lab.client("narrow", Role.USE, "team/");
    assertThat(narrow.post("/api/v1/leases", wish("team/1", "")).status()).isEqualTo(201);
    assertThat(narrow.post("/api/v1/leases", wish("other/1", "")).status()).isEqualTo(403);
    Client.Reply both =
        narrow.post(
            "/api/v1/leases",
            "{\"resources\":[\"team/2\",\"other/2\"],\"holder\":\"h\",\"ttl\":\"30s\"}");
    assertThat(both.status()).isEqualTo(403);
    Client.Reply foreign = client.post("/api/v1/leases", wish("other/3", ""));
    assertThat(
            narrow
                .send(
                    "DELETE",
                    foreign.header("location").orElseThrow(),
                    null,
                    "Lease-Token",
                    foreign.text("token"))
                .status())
        .isEqualTo(403);
  }
}
