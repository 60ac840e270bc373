package dev.holdfast.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.lease.LeaseInfo;
import dev.holdfast.lease.LeaseQuery;
import dev.holdfast.testkit.Eventually;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A grant that nobody is there to take")
class UndeliveredTest {
  private final ServiceLab lab = ServiceLab.start();
  private final Client client = lab.client("c", Role.USE);

  @BeforeEach
  void warmUp() {
    client.get("/api/v1/me");
  }

  @AfterEach
  void stop() {
    lab.close();
  }

  /** Sends and is gone at once, most often before the answer is written. */
  private void sendAndGo(String body) throws Exception {
    Raw.open(client.port()).post("/api/v1/leases", client.secret(), body).close();
  }

  private boolean isHeld(String resource) {
    return lab.holdfast().leases().find(resource).filter(LeaseInfo::isHeld).isPresent();
  }

  @Test
  @DisplayName("is given back, long before its ttl: what stays is what was written to a client")
  void givenBack() throws Exception {
    for (int i = 0; i < 40; i++) {
      sendAndGo("{\"resource\":\"u/%d\",\"holder\":\"h\",\"ttl\":\"1h\"}".formatted(i));
    }
    Eventually.holds("all 40 are over", Limit.LONG, () -> answers(201) + answers(499) == 40);
    Eventually.holds("only what was delivered is held", Limit.LONG, () -> held() == answers(201));
    assertThat(lab.admin().get("/metrics").body())
        .as("only the one that asks is open")
        .contains("holdfast_http_requests_open 1\n");
  }

  private int answers(int status) {
    Matcher line =
        Pattern.compile("(?m)^holdfast_http_requests_total\\{[^}]*/leases\"[^}]*\\} (\\d+)")
            .matcher(lab.admin().get("/metrics").body());
    int count = 0;
    while (line.find()) {
      boolean same = line.group().contains("status=\"" + status + "\"");
      count += same ? Integer.parseInt(line.group(1)) : 0;
    }
    return count;
  }

  private long held() {
    return lab.holdfast().leases().list(LeaseQuery.all().withPrefix("u/")).stream()
        .filter(LeaseInfo::isHeld)
        .count();
  }

  @Test
  @DisplayName("is told to whoever has to undo it, also when the answer comes later than the end")
  void told() throws Exception {
    CompletableFuture<Answer> answer = new CompletableFuture<>();
    CountDownLatch gone = new CountDownLatch(1);
    CountDownLatch undone = new CountDownLatch(1);
    Endpoint late =
        Endpoint.of(
            "POST",
            "/late",
            Role.USE,
            exchange -> {
              exchange.onGone(gone::countDown);
              return answer;
            });
    try (ServiceLab other =
        ServiceLab.start(HttpSettings.defaults(), backend -> List.of(() -> List.of(late)))) {
      Client user = other.client("c", Role.USE);
      Raw socket = Raw.open(user.port()).post("/late", user.secret(), "{}");
      Eventually.holds(
          "it is under way", Limit.LONG, () -> other.service().activity().underWay() == 1);
      socket.close();
      assertThat(gone.await(1, TimeUnit.MINUTES)).isTrue();
      answer.complete(Answer.empty(201).ifUndelivered(undone::countDown));
      assertThat(undone.await(1, TimeUnit.MINUTES)).isTrue();
    }
  }

  @Test
  @DisplayName("stays for the client that chose its token, which may be asking again")
  void kept() throws Exception {
    String wish =
        "{\"resource\":\"kept\",\"holder\":\"h\",\"ttl\":\"1h\",\"token\":\"%s\"}"
            .formatted(UUID.randomUUID());
    assertThat(client.post("/api/v1/leases", wish).status()).isEqualTo(201);
    for (int i = 0; i < 20; i++) {
      sendAndGo(wish);
    }
    Eventually.holds("all are over", Limit.LONG, () -> lab.service().activity().underWay() == 0);
    assertThat(isHeld("kept")).isTrue();
    Client.Reply again = client.post("/api/v1/leases", wish);
    assertThat(again.status()).isEqualTo(201);
    assertThat(again.text("fence")).isEqualTo("1");
  }
}
