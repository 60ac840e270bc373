package dev.holdfast.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.lease.Lease;
import dev.holdfast.testkit.Eventually;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A waiting request")
class WaitingTest {
  private static final String WAITING =
      "{\"resource\":\"w/1\",\"holder\":\"waiter\",\"ttl\":\"30s\",\"wait\":\"10m\"}";

  @Test
  @DisplayName("is granted when its turn comes, and costs no thread meanwhile")
  void granted() throws Exception {
    try (ServiceLab lab = ServiceLab.start()) {
      Client client = lab.client("c", Role.USE);
      Lease held = lab.holdfast().leases().acquire("w/1");
      client.get("/api/v1/me");
      long before = threads();
      List<CompletableFuture<Client.Reply>> replies = new ArrayList<>();
      for (int i = 0; i < 100; i++) {
        replies.add(client.later("POST", "/api/v1/leases", WAITING));
      }
      awaitWaiting(lab, 100);
      assertThat(threads()).isLessThan(before + 30);
      held.release();
      CompletableFuture<Object> first =
          CompletableFuture.anyOf(replies.toArray(CompletableFuture[]::new));
      Client.Reply reply = (Client.Reply) first.get(60, TimeUnit.SECONDS);
      assertThat(reply.status()).isEqualTo(201);
    }
  }

  @Test
  @DisplayName("whose client goes away leaves the queue, 200 at once too, and gets nothing")
  void clientGone() throws Exception {
    try (ServiceLab lab = ServiceLab.start()) {
      Client client = lab.client("c", Role.USE);
      Lease held = lab.holdfast().leases().acquire("w/1");
      List<Raw> sockets = new ArrayList<>();
      for (int i = 0; i < 200; i++) {
        sockets.add(Raw.open(client.port()).post("/api/v1/leases", client.secret(), WAITING));
      }
      awaitWaiting(lab, 200);
      Eventually.holds("the process waits", Limit.LONG, () -> lab.waiters("w/1") == 1);
      for (Raw socket : sockets) {
        socket.close();
      }
      awaitWaiting(lab, 0);
      Eventually.holds("it left the queue", Limit.LONG, () -> lab.waiters("w/1") == 0);
      long fence = held.fence();
      held.release();
      try (Lease next = lab.holdfast().leases().acquire("w/1")) {
        assertThat(next.fence()).as("nobody was granted it in between").isEqualTo(fence + 1);
      }
    }
  }

  @Test
  @DisplayName("is answered with 503 when the service stops, and nothing is granted after that")
  void stopped() throws Exception {
    ServiceLab lab = ServiceLab.start();
    try {
      Client client = lab.client("c", Role.USE);
      Lease held = lab.holdfast().leases().acquire("w/1");
      CompletableFuture<Client.Reply> waiting = client.later("POST", "/api/v1/leases", WAITING);
      awaitWaiting(lab, 1);
      lab.service().close();
      Client.Reply reply = waiting.get(60, TimeUnit.SECONDS);
      assertThat(reply.status()).isEqualTo(503);
      assertThat(reply.header("retry-after")).isPresent();
      long fence = held.fence();
      held.release();
      try (Lease next = lab.holdfast().leases().acquire("w/1")) {
        assertThat(next.fence()).isEqualTo(fence + 1);
      }
    } finally {
      lab.close();
    }
  }

  /** But for those of the client, which starts as many as it likes. */
  private static long threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> !thread.getName().startsWith("HttpClient-"))
        .count();
  }

  private static void awaitWaiting(ServiceLab lab, int count) {
    Eventually.holds(
        count + " wait", Limit.LONG, () -> lab.service().activity().underWay() == count);
  }
}
