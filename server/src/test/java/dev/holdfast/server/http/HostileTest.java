package dev.holdfast.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.server.text.Json;
import java.net.SocketException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("Hostile input")
class HostileTest {
  private static ServiceLab lab;
  private static Client admin;

  @BeforeAll
  static void start() {
    lab = ServiceLab.start();
    admin = lab.admin();
  }

  @AfterAll
  static void stop() {
    lab.close();
  }

  @ParameterizedTest(name = "as a name is data: {0}")
  @ValueSource(
      strings = {
        "a/b/c",
        "a%2Fb",
        "../../etc/passwd",
        "..",
        "a//b",
        "/",
        "why",
        "x/why",
        "<script>alert(1)</script>",
        "'; drop table holdfast.lease; --",
        "\"quoted\\\"",
        "${jndi:ldap://x}",
        "%00",
        "naïve 東京 😀",
        "a b+c&d=e#f?g;h",
        "\u202egnp.exe",
        "{name}"
      })
  void names(String name) {
    String body = Json.write(Map.of("resource", name, "holder", name, "ttl", "30s"));
    Client.Reply granted = admin.post("/api/v1/leases", body);
    assertThat(granted.status()).as(granted.body()).isEqualTo(201);
    assertThat(granted.text("resource")).isEqualTo(name);
    String query = encoded(name);
    assertThat(admin.get("/api/v1/resource?name=" + query).text("resource")).isEqualTo(name);
    Client.Reply inPath = admin.get("/api/v1/resources/" + query.replace("+", "%20"));
    if (name.equals("..")) {
      assertThat(inPath.status()).isEqualTo(400);
    } else {
      assertThat(inPath.text("resource")).isEqualTo(name);
      assertThat(inPath.text("holder")).isEqualTo(name);
    }
    String path = granted.header("location").orElseThrow();
    assertThat(admin.send("DELETE", path, null, "Lease-Token", granted.text("token")).status())
        .isEqualTo(204);
    assertThat(admin.get("/api/v1/resource/history?name=" + query).status()).isEqualTo(200);
  }

  @Test
  @DisplayName("that is no name is refused: control characters, NUL, too long, half a character")
  void noNames() {
    for (String name :
        List.of("", "\0", "a\r\nSet-Cookie: x=y", "\u007f", "a".repeat(513), "\ud800")) {
      String body = "{\"resource\":%s,\"holder\":\"h\",\"ttl\":\"1s\"}".formatted(json(name));
      assertThat(admin.post("/api/v1/leases", body).status()).as(json(name)).isEqualTo(400);
    }
    for (String path :
        List.of(
            "/api/v1/resource?name=%0d%0aX:%20y",
            "/api/v1/resource?name=%00",
            "/api/v1/resource?name=%c3%28",
            "/api/v1/resource?name=%ff",
            "/api/v1/resource?name=%e0%80%80",
            "/api/v1/resource?name=%ed%a0%80",
            "/api/v1/resource?name=a&name=b",
            "/api/v1/resource?name=",
            "/api/v1/resource",
            "/api/v1/resources/%0d%0aX:%20y",
            "/api/v1/resources/%ff/why",
            "/api/v1/resources?cursor=***",
            "/api/v1/resources?limit=-1",
            "/api/v1/resources?limit=99999999999",
            "/api/v1/resources?state=%27",
            "/api/v1/resource/history?name=x&cursor=z",
            "/api/v1/resources/%2e%2e")) {
      assertThat(admin.get(path).status()).as(path).isEqualTo(400);
    }
    assertThat(admin.get("/api/v1//me").status()).isEqualTo(404);
    assertThat(admin.get("/api/v1/resources//why").status()).isEqualTo(404);
    assertThat(admin.get("/api/v1/me/../me").status()).isEqualTo(404);
  }

  @Test
  @DisplayName("as JSON is refused: deep, twice, huge, not UTF-8, trailing, comments")
  void json() throws Exception {
    for (String body :
        List.of(
            "[".repeat(5_000),
            "{\"a\":".repeat(3_000),
            "{\"resource\":\"a\",\"resource\":\"b\",\"holder\":\"h\",\"ttl\":\"1s\"}",
            "{\"resource\":" + "9".repeat(1_000) + "}",
            "{\"resource\":1e999999999}",
            "{\"resource\":\"a\",\"holder\":\"h\",\"ttl\":\"1s\"} {}",
            "{\"resource\":\"a\",/* */\"holder\":\"h\",\"ttl\":\"1s\"}",
            "{'resource':'a'}",
            "{\"resource\":NaN}",
            "{\"resource\":\"\\ud800\",\"holder\":\"h\",\"ttl\":\"1s\"}",
            "null",
            "\"x\"",
            "{\"resources\":[[]],\"holder\":\"h\",\"ttl\":\"1s\"}",
            "{\"resources\":[],\"holder\":\"h\",\"ttl\":\"1s\"}")) {
      assertThat(admin.post("/api/v1/leases", body).status())
          .as(body.substring(0, Math.min(60, body.length())))
          .isEqualTo(400);
    }
    try (Raw raw = Raw.open(admin.port())) {
      raw.send(
          "POST /api/v1/leases HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
              + "Content-Length: 3\r\nAuthorization: Bearer "
              + admin.secret()
              + "\r\n\r\n\"\u00ff\"");
      assertThat(raw.statusLine()).contains("400");
    }
  }

  @Test
  @DisplayName("at random never makes the service fail or hang")
  void fuzz() throws Exception {
    Random random = new Random(20261116);
    List<String> paths = lab.service().endpoints().stream().map(Endpoint::path).toList();
    long until = System.nanoTime() + 3_000_000_000L;
    int sent = 0;
    while (sent < 3_000 && (System.nanoTime() < until || sent < 100)) {
      String request = Fuzz.request(random, paths, admin.secret());
      try (Raw raw = Raw.open(admin.port())) {
        raw.send(request);
        String status = raw.statusLine();
        assertThat(status).as(request).doesNotContain(" 500 ");
        sent++;
      } catch (SocketException e) {
        sent++; // closed on us while we were still talking
      }
    }
    assertThat(admin.get("/api/v1/me").status()).isEqualTo(200);
  }

  private static String encoded(String name) {
    return URLEncoder.encode(name, StandardCharsets.UTF_8);
  }

  private static String json(String text) {
    return Json.write(text);
  }
}
