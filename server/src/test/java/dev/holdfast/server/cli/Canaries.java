package dev.holdfast.server.cli;

import java.net.http.HttpResponse;
import java.util.List;

/** Everything that can be called, with a secret in it. */
final class Canaries {
  static final List<String> METHODS = List.of("GET", "POST", "PUT", "DELETE");
  static final List<String> PATHS =
      List.of(
          "/",
          "/api/v1/me",
          "/api/v1/leases",
          "/api/v1/leases/AAAAAAAAAAFhLzE",
          "/api/v1/resources",
          "/api/v1/resources/canary",
          "/api/v1/resources/canary/why",
          "/api/v1/resources/canary/history",
          "/api/v1/resources/canary/lease?fence=99",
          "/api/v1/waits",
          "/api/v1/blockers",
          "/api/v1/backends/1/cancel",
          "/api/v1/policy",
          "/api/v1/timeline",
          "/api/v1/contention",
          "/api/v1/refusals",
          "/problems/held",
          "/nothing",
          "/metrics",
          "/readyz");

  private Canaries() {}

  static String body(String token) {
    return "{\"resource\":\"canary\",\"holder\":\"h\",\"ttl\":\"30s\",\"token\":\"" + token + "\"}";
  }

  /** A grant is the one answer that has the token: its owner's own. */
  static String withoutGrants(HttpResponse<String> response) {
    return response.statusCode() == 201 ? "granted\n" : response.headers() + response.body() + "\n";
  }

  static boolean isPlainOrJson(String line) {
    return line.startsWith("holdfast: ") || (line.startsWith("{\"at\":") && line.endsWith("}"));
  }
}
