package dev.holdfast.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The OpenAPI document")
class OpenApiTest {
  private static final Set<String> METHODS = Set.of("get", "post", "put", "delete");

  @Test
  @DisplayName("has every endpoint with its role and its parameters, and no other")
  void sameEndpoints() {
    try (ServiceLab lab = ServiceLab.start()) {
      Set<String> served = new TreeSet<>();
      for (Endpoint endpoint : lab.service().endpoints()) {
        String role =
            endpoint.role() == null ? "open" : endpoint.role().name().toLowerCase(Locale.ROOT);
        served.add(
            "%s %s %s %s"
                .formatted(
                    endpoint.method(), endpoint.path(), role, new TreeSet<>(endpoint.query())));
      }
      assertThat(described()).isEqualTo(served);
      Client.Reply reply = lab.anybody().get("/api/v1/openapi.yaml");
      assertThat(reply.status()).isEqualTo(200);
      assertThat(reply.body()).startsWith("openapi: 3.1");
    }
  }

  private static Set<String> described() {
    Set<String> described = new TreeSet<>();
    OpenApi.paths()
        .forEach(
            (path, item) ->
                OpenApi.map(item)
                    .forEach(
                        (method, operation) -> {
                          assertThat(METHODS).contains(method.toString());
                          described.add(operation(path, method, OpenApi.map(operation)));
                        }));
    return described;
  }

  private static String operation(Object path, Object method, Map<?, ?> operation) {
    Set<String> query = new TreeSet<>();
    Set<String> inPath = new HashSet<>();
    if (operation.get("parameters") instanceof List<?> parameters) {
      for (Object parameter : parameters) {
        Map<?, ?> one = OpenApi.resolved(parameter);
        String name = String.valueOf(one.get("name"));
        if ("query".equals(one.get("in"))) {
          query.add(name);
        } else if ("path".equals(one.get("in"))) {
          inPath.add("{" + name + "}");
        }
      }
    }
    assertThat(inPath).as("variables of " + path).allMatch(path.toString()::contains);
    return "%s %s %s %s"
        .formatted(
            method.toString().toUpperCase(Locale.ROOT), path, operation.get("x-role"), query);
  }

  @Test
  @DisplayName("has a page for every kind of problem that the code names")
  void problemPages() throws Exception {
    Set<String> codes = SourceCodes.problemCodes();
    assertThat(codes).contains("held", "unauthorized", "pid-reused");
    assertThat(codes).allMatch(ProblemPages::knows);
  }
}
