package dev.holdfast.lease;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.holdfast.ClosedException;
import dev.holdfast.CommitUnknownException;
import dev.holdfast.DatabaseUnavailableException;
import dev.holdfast.HoldfastException;
import dev.holdfast.InvalidRequestException;
import dev.holdfast.LeaseHeldException;
import dev.holdfast.LeaseHeldException.Holding;
import dev.holdfast.LeaseLostException;
import dev.holdfast.OverloadedException;
import dev.holdfast.Problem;
import dev.holdfast.WaitInterruptedException;
import dev.holdfast.support.EveryIsolation;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class HttpTest extends EveryIsolation {

  @Test
  @DisplayName("L11: POST /process/next on a busy instance: 409, who holds it, when to come back")
  void busyInstance() throws Exception {
    Leases engine = lab.open("engine-1").leases();
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/process/next", exchange -> next(engine, exchange));
    server.start();
    lab.closing(() -> server.stop(0));
    URI next =
        URI.create("http://127.0.0.1:%d/process/next".formatted(server.getAddress().getPort()));

    assertThat(post(next).statusCode()).isEqualTo(204);
    Lease busy =
        lab.open("engine-2")
            .leases()
            .acquire("instance/42", LeaseOptions.defaults().withTtl(Duration.ofSeconds(30)));
    HttpResponse<String> refused = post(next);
    assertThat(refused.statusCode()).isEqualTo(409);
    assertThat(refused.body()).contains("instance/42", "engine-2", Long.toString(busy.fence()));
    assertThat(refused.headers().firstValueAsLong("Retry-After").orElseThrow()).isBetween(20L, 30L);
    busy.release();
    assertThat(post(next).statusCode()).isEqualTo(204);
  }

  @Test
  @DisplayName("L11: each error has its status, in one place")
  void statuses() {
    Holding holding = new Holding("me", null, null, 7, Duration.ofMillis(1500));
    Map<HoldfastException, Integer> statuses =
        Map.of(
            new LeaseHeldException("x", holding, Duration.ZERO), 409,
            new LeaseLostException("x", 7, "it ran out", null), 410,
            new InvalidRequestException("a ttl is at least 1 ms"), 400,
            new OverloadedException(5), 429,
            new DatabaseUnavailableException("x", Duration.ofSeconds(1), null), 503,
            new ClosedException(), 503,
            new WaitInterruptedException("x"), 503,
            new CommitUnknownException("7", new SQLException("lost")), 500);
    statuses.forEach(
        (error, status) ->
            assertThat(Problem.of(error).status()).as("%s", error).isEqualTo(status));
    Problem held = Problem.of(new LeaseHeldException("x", holding, Duration.ZERO));
    assertThat(held.retryAfter()).isEqualTo("2");
    assertThat(held.extensions()).containsEntry("fence", "7").containsEntry("holder", "me");
  }

  private static void next(Leases engine, HttpExchange exchange) throws IOException {
    LeaseOptions atOnce = LeaseOptions.defaults().withWait(Duration.ZERO);
    try (Lease lease = engine.acquire("instance/42", atOnce)) {
      assertThat(lease.isHeld()).isTrue();
      exchange.sendResponseHeaders(204, -1);
    } catch (HoldfastException e) {
      Problem problem = Problem.of(e);
      byte[] body = problem.toString().getBytes(StandardCharsets.UTF_8);
      if (problem.retryAfter() != null) {
        exchange.getResponseHeaders().add("Retry-After", problem.retryAfter());
      }
      exchange.sendResponseHeaders(problem.status(), body.length);
      exchange.getResponseBody().write(body);
    } finally {
      exchange.close();
    }
  }

  private static HttpResponse<String> post(URI uri) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(uri).POST(HttpRequest.BodyPublishers.noBody()).build();
    return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
  }
}
