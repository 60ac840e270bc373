package dev.holdfast.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.lease.Lease;
import dev.holdfast.testkit.Eventually;
import java.io.IOException;
import java.net.SocketException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Too much")
class LimitsTest {
  private static final Limits TIGHT =
      Limits.defaults().withQuota(new Limits.Quota(200, 1_000, 3, 5));

  /** For one test only: a client of the others, held up for so long, would lose its connection. */
  private static final Limits.Times HASTY =
      new Limits.Times(
          Duration.ofSeconds(3),
          Duration.ofMillis(700),
          Duration.ofSeconds(30),
          Duration.ofHours(1));

  private static ServiceLab lab;

  @BeforeAll
  static void start() {
    lab = ServiceLab.start(HttpSettings.defaults().withLimits(TIGHT));
  }

  @AfterAll
  static void stop() {
    lab.close();
  }

  private static String wish(String resource, String wait) {
    return "{\"resource\":\"%s\",\"holder\":\"h\",\"ttl\":\"30s\",\"wait\":\"%s\"}"
        .formatted(resource, wait);
  }

  @Test
  @DisplayName("in a body is 413, told or found out")
  void body() throws Exception {
    Client client = lab.client("body", Role.USE);
    assertThat(client.post("/api/v1/leases", " ".repeat(70_000)).status()).isEqualTo(413);
    try (Raw raw = Raw.open(client.port())) {
      raw.send(
          "POST /api/v1/leases HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer "
              + client.secret()
              + "\r\nTransfer-Encoding: chunked\r\n\r\n");
      String chunk = "4000\r\n" + " ".repeat(0x4000) + "\r\n";
      try {
        for (int i = 0; i < 6; i++) {
          raw.send(chunk);
        }
      } catch (SocketException e) {
        // It had heard enough.
      }
      assertThat(raw.statusLine()).startsWith("HTTP/1.1 413");
    }
  }

  @Test
  @DisplayName("in an address is 414, in the headers 431, and nonsense is 400")
  void head() throws Exception {
    assertStatus("GET /" + "a".repeat(9_000) + " HTTP/1.1\r\nHost: localhost\r\n\r\n", 414);
    assertStatus("GET / HTTP/1.1\r\nHost: localhost\r\nX: " + "a".repeat(20_000) + "\r\n\r\n", 431);
    assertStatus("NONSENSE\r\n\r\n", 400);
    assertStatus("GET / HTTP/1.1\r\nHost: localhost\r\nBad header: x\r\n\r\n", 400);
    assertStatus("GET /%zz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", 404);
    assertStatus("GET /problems/%zz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", 400);
  }

  private static void assertStatus(String request, int status) throws IOException {
    try (Raw raw = Raw.open(lab.service().port())) {
      raw.send(request);
      assertThat(raw.statusLine()).matches("HTTP/1\\.[01] " + status + " .*");
    }
  }

  @Test
  @DisplayName("time for headers, for a body, or in between ends the connection")
  void slow() throws Exception {
    try (ServiceLab hasty =
        ServiceLab.start(HttpSettings.defaults().withLimits(TIGHT.withTimes(HASTY)))) {
      endsWhatIsSlow(hasty.client("slow", Role.USE));
    }
  }

  private static void endsWhatIsSlow(Client client) throws Exception {
    try (Raw nothing = Raw.open(client.port());
        Raw half = Raw.open(client.port()).send("GET /api/v1/me HTTP/1.1\r\nHost: loc");
        Raw body =
            Raw.open(client.port())
                .send(
                    "POST /api/v1/leases HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer "
                        + client.secret()
                        + "\r\nContent-Length: 100\r\n\r\n{\"res");
        Raw idle =
            Raw.open(client.port())
                .send("GET /problems/held HTTP/1.1\r\nHost: localhost\r\n\r\n")) {
      assertThat(nothing.readAll()).isEmpty();
      assertThat(half.readAll()).isEmpty();
      assertThat(body.readAll()).isEmpty();
      assertThat(idle.readAll()).startsWith("HTTP/1.1 200");
    }
  }

  @Test
  @DisplayName("many connections are closed at the door, and there is room again when others leave")
  void connections() throws Exception {
    Limits few = TIGHT.withQuota(new Limits.Quota(5, 1_000, 3, 5));
    try (ServiceLab small = ServiceLab.start(HttpSettings.defaults().withLimits(few))) {
      Activity activity = small.service().activity();
      List<Raw> open = new ArrayList<>();
      for (int i = 0; i < 5; i++) {
        open.add(Raw.open(small.service().port()));
      }
      Eventually.holds("5 are there", Limit.LONG, () -> activity.connections() == 5);
      try (Raw oneMore = Raw.open(small.service().port())) {
        assertThat(oneMore.readAll()).isEmpty();
      }
      for (Raw raw : open) {
        raw.close();
      }
      Eventually.holds("they are gone", Limit.LONG, () -> activity.connections() == 0);
      assertThat(small.anybody().get("/problems/held").status()).isEqualTo(200);
    }
  }

  @Test
  @DisplayName("many requests a second are 429 for this token, and not for another")
  void rate() {
    Limits slow = TIGHT.withQuota(new Limits.Quota(200, 1, 3, 5));
    try (ServiceLab calm = ServiceLab.start(HttpSettings.defaults().withLimits(slow))) {
      Client client = calm.client("fast", Role.READ);
      Client.Reply refused =
          Eventually.yields(
              "it is too fast",
              Limit.LONG,
              () -> {
                Client.Reply reply = client.get("/api/v1/me");
                return reply.status() == 429 ? Optional.of(reply) : Optional.empty();
              });
      assertThat(refused.code()).isEqualTo("rate-limited");
      assertThat(refused.header("retry-after")).hasValue("1");
      assertThat(calm.client("calm", Role.READ).get("/api/v1/me").status()).isEqualTo(200);
    }
  }

  @Test
  @DisplayName("many waiters of a token are 429")
  void waiters() {
    Client client = lab.client("queue", Role.USE);
    try (Lease held = lab.holdfast().leases().acquire("q")) {
      List<CompletableFuture<Client.Reply>> waiting = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        waiting.add(client.later("POST", "/api/v1/leases", wish("q", "10m")));
      }
      Eventually.holds("three wait", Limit.LONG, () -> lab.service().activity().underWay() == 3);
      Client.Reply refused = client.post("/api/v1/leases", wish("q", "10m"));
      assertThat(refused.status()).isEqualTo(429);
      assertThat(client.post("/api/v1/leases", wish("q", "0s")).status()).isEqualTo(409);
      assertThat(held.fence()).isPositive();
      waiting.forEach(one -> one.cancel(true));
      // That a request is over is counted a moment before its place is free.
      Eventually.holds(
          "there is room",
          Limit.LONG,
          () -> client.post("/api/v1/leases", wish("q", "10ms")).status() == 409);
    }
  }

  @Test
  @DisplayName("many leases of a token are 429 until some are given back")
  void leases() {
    Client client = lab.client("hoarder", Role.USE);
    List<Client.Reply> granted = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      granted.add(client.post("/api/v1/leases", wish("l/" + i, "0s")));
    }
    assertThat(client.post("/api/v1/leases", wish("l/6", "0s")).status()).isEqualTo(429);
    Client.Reply one = granted.get(0);
    String path = one.header("location").orElseThrow();
    client.send("DELETE", path, null, "Lease-Token", one.text("token"));
    assertThat(client.post("/api/v1/leases", wish("l/6", "0s")).status()).isEqualTo(201);
  }
}
