package dev.holdfast.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.InvalidRequestException;
import dev.holdfast.testkit.Eventually;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("An access token")
class AccessTokensTest {
  private static ServiceLab lab;
  private static AccessTokens tokens;

  @BeforeAll
  static void start() {
    lab = ServiceLab.start();
    tokens = new AccessTokens(lab.dataSource());
  }

  @AfterAll
  static void stop() {
    lab.close();
  }

  @Test
  @DisplayName("works as soon as it is made, and not any more within ten seconds of its revocation")
  void revoked() {
    Client client = lab.client("short-lived", Role.READ);
    assertThat(client.get("/api/v1/me").status()).isEqualTo(200);
    assertThat(tokens.revoke("short-lived")).isTrue();
    long from = System.nanoTime();
    Eventually.holds("it is refused", Limit.LONG, () -> client.get("/api/v1/me").status() == 401);
    assertThat(Duration.ofNanos(System.nanoTime() - from)).isLessThan(Duration.ofSeconds(30));
    assertThat(tokens.revoke("short-lived")).as("again").isFalse();
  }

  @Test
  @DisplayName("is refused when it has expired")
  void expired() {
    Secret secret =
        tokens.create(new Caller("over", Role.READ, List.of()), Instant.now().minusSeconds(60));
    Client client = new Client(lab.service().port(), secret.reveal());
    assertThat(client.get("/api/v1/me").status()).isEqualTo(401);
    assertThat(tokens.list())
        .filteredOn(token -> token.caller().name().equals("over"))
        .hasSize(1)
        .noneMatch(AccessToken::works);
  }

  @Test
  @DisplayName("is stored as a hash only, and a name is given once")
  void hashed() throws Exception {
    Caller caller = new Caller("kept", Role.ADMIN, List.of("a/"));
    Secret secret = tokens.create(caller, null);
    assertThatThrownBy(() -> tokens.create(caller, null))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("kept");
    try (Connection connection = lab.dataSource().getConnection();
        Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                "select t::text, encode(secret_hash, 'escape') from holdfast.access_token t"
                    + " where name = 'kept'")) {
      row.next();
      assertThat(row.getString(1)).doesNotContain(secret.reveal());
      assertThat(row.getString(2)).doesNotContain(secret.reveal());
    }
    assertThat(secret).hasToString("***");
    assertThat(secret.reveal()).hasSizeGreaterThan(40);
  }

  @Test
  @DisplayName("shows when it was used")
  void used() {
    tokens.create(new Caller("busy", Role.READ, List.of()), null);
    tokens.markUsed(List.of("busy"));
    assertThat(tokens.list())
        .filteredOn(token -> token.caller().name().equals("busy"))
        .singleElement()
        .satisfies(token -> assertThat(token.times().lastUsedAt()).isNotNull());
  }

  @Test
  @DisplayName("has a name that is safe to print, and prefixes")
  void names() {
    for (String name : List.of("", "a b", "x\ny", "-a", "é", "a".repeat(65))) {
      Caller caller = new Caller(name, Role.READ, List.of());
      assertThatThrownBy(() -> tokens.create(caller, null))
          .isInstanceOf(InvalidRequestException.class);
    }
    for (String weak : List.of("short", "with a space in it, long", "é".repeat(20))) {
      assertThatThrownBy(() -> Secret.of(weak)).hasMessageContaining("16");
    }
  }

  @Test
  @DisplayName("can be made and listed by admins of the database only")
  void adminsOnly() throws Exception {
    try (Connection connection = lab.dataSource().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("set role holdfast_user");
      for (String call :
          List.of(
              "holdfast.access_tokens()",
              "holdfast.create_access_token('x', '', 'admin', '{}', null)",
              "holdfast.revoke_access_token('kept')",
              "holdfast.mark_access_tokens_used('{}')",
              "holdfast.force_release('x', 1, 'r', 'b')",
              "holdfast.record_deed('k', 'b', 'r', 'd')")) {
        assertThatThrownBy(() -> statement.execute("select " + call))
            .as(call)
            .hasMessageContaining("permission denied for function");
      }
      assertThatThrownBy(() -> statement.execute("select * from holdfast.access_token"))
          .hasMessageContaining("permission denied for table");
      statement.execute("select * from holdfast.observed_orders()");
      statement.execute("reset role");
      statement.execute("set role holdfast_admin");
      statement.execute("select * from holdfast.access_tokens()");
    }
  }
}
