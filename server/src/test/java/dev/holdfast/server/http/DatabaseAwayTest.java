package dev.holdfast.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Holdfast;
import dev.holdfast.HoldfastSettings;
import dev.holdfast.embedded.PostgresServer;
import dev.holdfast.embedded.TestDatabase;
import dev.holdfast.testkit.Eventually;
import dev.holdfast.testkit.proxy.TcpProxy;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;

@DisplayName("While the database is away")
class DatabaseAwayTest {
  @Test
  @DisplayName("everything that needs it is answered with 503, and goes on when it is back")
  void away() {
    try (TestDatabase database = PostgresServer.shared().createDatabase()) {
      PGSimpleDataSource direct = database.dataSource();
      try (TcpProxy proxy = TcpProxy.to(direct.getServerNames()[0], direct.getPortNumbers()[0])) {
        PGSimpleDataSource far = database.dataSource();
        far.setServerNames(new String[] {"127.0.0.1"});
        far.setPortNumbers(new int[] {proxy.port()});
        HoldfastSettings settings = HoldfastSettings.defaults().withPatience(Duration.ofSeconds(2));
        HttpSettings http = HttpSettings.defaults().withPort(0);
        Secret admin = Secret.random();
        try (Holdfast holdfast = Holdfast.on(far, settings);
            Backend backend = new Backend(holdfast, far, false);
            HttpService service =
                HttpService.start(http, backend, admin, StandardRoutes.of(http, backend, null))) {
          Client client = new Client(service.port(), admin.reveal());
          String wish = "{\"resource\":\"x\",\"holder\":\"h\",\"ttl\":\"30s\"}";
          assertThat(client.get("/api/v1/resources").status()).isEqualTo(200);
          proxy.cut();
          for (Client.Reply reply :
              List.of(
                  client.get("/api/v1/resources"),
                  client.post("/api/v1/leases", wish),
                  new Client(service.port(), "a-token-that-nobody-knows").get("/api/v1/me"))) {
            assertThat(reply.status()).as(reply.body()).isEqualTo(503);
            assertThat(reply.code()).isEqualTo("unavailable");
            assertThat(reply.header("retry-after")).isPresent();
          }
          proxy.heal();
          Eventually.holds(
              "it is back", Limit.LONG, () -> client.post("/api/v1/leases", wish).status() == 201);
          assertThat(client.get("/api/v1/resources").status()).isEqualTo(200);
        }
      }
    }
  }
}
