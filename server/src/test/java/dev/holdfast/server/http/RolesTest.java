package dev.holdfast.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

@DisplayName("Every endpoint")
class RolesTest {
  private static ServiceLab lab;
  private static final Map<Role, Client> CLIENTS = new EnumMap<>(Role.class);

  @BeforeAll
  static void start() {
    lab = ServiceLab.start();
    for (Role role : Role.values()) {
      CLIENTS.put(role, lab.client(role.name(), role));
    }
  }

  @AfterAll
  static void stop() {
    lab.close();
  }

  @TestFactory
  @DisplayName("lets in whom its row of the table says, and nobody else")
  List<DynamicTest> roles() {
    List<DynamicTest> tests = new ArrayList<>();
    for (Endpoint endpoint : lab.service().endpoints()) {
      tests.add(test(endpoint, "nobody", lab.anybody(), endpoint.role() == null, 401));
      CLIENTS.forEach(
          (role, client) -> {
            boolean may = endpoint.role() == null || role.includes(endpoint.role());
            tests.add(test(endpoint, role.toString(), client, may, 403));
          });
    }
    return tests;
  }

  private static DynamicTest test(
      Endpoint endpoint, String who, Client client, boolean may, int refusal) {
    String name = endpoint.method() + " " + endpoint.path() + " as " + who;
    return DynamicTest.dynamicTest(
        name,
        () -> {
          String body = endpoint.method().equals("GET") ? null : "{\"nonsense\":1}";
          String path = endpoint.path().replaceAll("\\{[a-z]+\\}", "1");
          int status = client.status(endpoint.method(), path, body);
          if (may) {
            // What is asked for makes no sense, so that nothing happens: but it is let in.
            assertThat(status).isNotIn(401, 403);
          } else {
            assertThat(status).isEqualTo(refusal);
          }
        });
  }

  @Test
  @DisplayName("that changes something needs more than the role to read")
  void writing() {
    assertThat(lab.service().endpoints())
        .filteredOn(endpoint -> !endpoint.method().equals("GET"))
        .isNotEmpty()
        .allMatch(endpoint -> endpoint.role() == Role.USE || endpoint.role() == Role.ADMIN);
  }

  @Test
  @DisplayName("of a read-only service only shows")
  void readOnly() {
    try (ServiceLab showing = ServiceLab.start(HttpSettings.defaults().withReadOnly(true))) {
      for (Endpoint endpoint : showing.service().endpoints()) {
        String path = endpoint.path().replaceAll("\\{[a-z]+\\}", "1");
        if (!endpoint.method().equals("GET")) {
          Client.Reply reply = showing.admin().send(endpoint.method(), path, "{}");
          assertThat(reply.status()).as(endpoint.path()).isEqualTo(403);
          assertThat(reply.code()).isEqualTo("read-only");
        }
      }
      assertThat(showing.admin().get("/api/v1/me").get("readOnly")).isEqualTo(true);
    }
  }
}
