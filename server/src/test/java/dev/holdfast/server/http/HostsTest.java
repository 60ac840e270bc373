package dev.holdfast.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("Against foreign pages the service")
class HostsTest {
  private static ServiceLab lab;

  @BeforeAll
  static void start() {
    lab =
        ServiceLab.start(
            HttpSettings.defaults()
                .withAllowedHosts(Set.of("locks.example.com"))
                .withPathPrefix("/hf"));
  }

  @AfterAll
  static void stop() {
    lab.close();
  }

  @ParameterizedTest(name = "answers Host {0} with {1}")
  @CsvSource({
    "localhost, 401",
    "LOCALHOST:8085, 401",
    "127.0.0.1:1, 401",
    "[::1]:8085, 401",
    "locks.example.com, 401",
    "locks.example.com:443, 401",
    "evil.example, 421",
    "127.0.0.1.evil.example, 421",
    "localhost.evil.example:8085, 421",
    "'', 421"
  })
  void host(String host, int status) throws Exception {
    try (Raw raw = Raw.open(lab.service().port())) {
      raw.send("GET /hf/api/v1/me HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n");
      assertThat(raw.statusLine()).startsWith("HTTP/1.1 " + status);
    }
  }

  @ParameterizedTest(name = "answers Origin {0} with {1}")
  @CsvSource({
    "http://localhost, 401",
    "https://localhost, 401",
    "http://localhost:1, 403",
    "http://evil.example, 403",
    "null, 403",
    "'', 403"
  })
  void origin(String origin, int status) throws Exception {
    try (Raw raw = Raw.open(lab.service().port())) {
      raw.send(
          "GET /hf/api/v1/me HTTP/1.1\r\nHost: localhost\r\nOrigin: %s\r\nConnection: close\r\n\r\n"
              .formatted(origin));
      assertThat(raw.statusLine()).startsWith("HTTP/1.1 " + status);
    }
  }

  @Test
  @DisplayName("has everything under its path prefix, links too")
  void prefix() {
    Client admin = lab.admin();
    assertThat(admin.get("/api/v1/me").status()).isEqualTo(404);
    assertThat(admin.get("/hfapi/v1/me").status()).isEqualTo(404);
    Client.Reply granted =
        admin.post("/hf/api/v1/leases", "{\"resource\":\"x\",\"holder\":\"h\",\"ttl\":\"5s\"}");
    assertThat(granted.header("location").orElse("")).startsWith("/hf/api/v1/leases/");
    assertThat(admin.get("/hf/nothing").text("type")).isEqualTo("/hf/problems/not-found");
    assertThat(admin.get("/hf/problems/not-found").status()).isEqualTo(200);
  }

  @Test
  @DisplayName("listens to others than this machine with TLS only, unless told to do without")
  void bind() {
    assertThatThrownBy(() -> new HttpSettings.Listen("0.0.0.0", 1, null, false))
        .hasMessageContaining("--tls-cert")
        .hasMessageContaining("--insecure-http");
    assertThatCode(() -> new HttpSettings.Listen("0.0.0.0", 1, null, true))
        .doesNotThrowAnyException();
    for (String loopback : Set.of("127.0.0.1", "localhost", "::1")) {
      assertThatCode(() -> new HttpSettings.Listen(loopback, 1, null, false))
          .doesNotThrowAnyException();
    }
  }
}
