package dev.holdfast.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The gate")
class GateTest {
  private static ServiceLab lab;

  @BeforeAll
  static void start() {
    lab = ServiceLab.start();
  }

  @AfterAll
  static void stop() {
    lab.close();
  }

  @Test
  @DisplayName("lets nobody in without an access token, and says which header it wants")
  void needsToken() {
    Client.Reply reply = lab.anybody().get("/api/v1/me");
    assertThat(reply.status()).isEqualTo(401);
    assertThat(reply.code()).isEqualTo("unauthorized");
    assertThat(reply.header("www-authenticate")).hasValue("Bearer");
    assertThat(reply.header("content-type")).hasValue("application/problem+json");
    assertThat(new Client(lab.service().port(), "wrong-token-wrong-token").get("/api/v1/me"))
        .returns(401, Client.Reply::status);
  }

  @Test
  @DisplayName("knows the token of the start and those in the database")
  void knowsTokens() {
    assertThat(lab.admin().get("/api/v1/me").text("role")).isEqualTo("admin");
    Client reader = lab.client("reader", Role.READ, "a/", "b/");
    Client.Reply me = reader.get("/api/v1/me");
    assertThat(me.status()).isEqualTo(200);
    assertThat(me.text("name")).isEqualTo("reader");
    assertThat(me.get("prefixes")).isEqualTo(List.of("a/", "b/"));
  }

  @Test
  @DisplayName("tells an unknown address from an unknown method and an unknown parameter")
  void unknown() {
    assertThat(lab.admin().get("/api/v1/nothing").status()).isEqualTo(404);
    Client.Reply method = lab.admin().post("/api/v1/me", "");
    assertThat(method.status()).isEqualTo(405);
    assertThat(method.header("allow")).hasValue("GET");
    assertThat(lab.admin().status("HEAD", "/api/v1/events", null)).isEqualTo(405);
    assertThat(lab.anybody().status("HEAD", "/livez", null)).isEqualTo(200);
    Client.Reply reply = lab.admin().get("/api/v1/me?verbose=1");
    assertThat(reply.status()).isEqualTo(400);
    assertThat(reply.text("detail")).contains("verbose");
  }

  @Test
  @DisplayName("sends the headers that keep browsers in check with every answer")
  void headers() {
    for (Client.Reply reply :
        List.of(lab.admin().get("/api/v1/me"), lab.anybody().get("/api/v1/nothing"))) {
      assertThat(reply.header("content-security-policy").orElse("")).contains("default-src 'none'");
      assertThat(reply.header("x-content-type-options")).hasValue("nosniff");
      assertThat(reply.header("cache-control")).hasValue("no-store");
    }
  }
}
