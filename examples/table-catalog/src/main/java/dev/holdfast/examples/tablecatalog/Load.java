package dev.holdfast.examples.tablecatalog;

import com.fasterxml.jackson.databind.JsonNode;
import dev.holdfast.examples.support.Http;
import dev.holdfast.examples.support.Http.Answer;
import dev.holdfast.examples.support.SteadyLoad;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Four writers who add snapshots to the same table, each on top of what it has read; when the table
 * has 200 they only set a property.
 */
public final class Load {
  private Load() {}

  private static final int WRITERS = 4;
  private static final int MOST_SNAPSHOTS = 200;
  private static final Duration PAUSE = Duration.ofMillis(500);
  private static final Set<Integer> EXPECTED = Set.of(200, 409);

  /** Begins; close it to end. */
  public static SteadyLoad start(URI baseUrl) {
    Http http = new Http(baseUrl);
    String run = "load-" + UUID.randomUUID();
    return SteadyLoad.start(WRITERS, PAUSE, writer -> round(http, run));
  }

  private static void round(Http http, String namespace) throws IOException, InterruptedException {
    String table = "/v1/namespaces/" + namespace + "/tables/events";
    Answer seen = http.get(table);
    if (seen.status() == 404) {
      expect(http.post("/v1/namespaces", Map.of("namespace", List.of(namespace))));
      expect(http.post("/v1/namespaces/" + namespace + "/tables", Map.of("name", "events")));
      return;
    }
    JsonNode metadata = seen.body().path("metadata");
    if (metadata.path("last-sequence-number").asInt() >= MOST_SNAPSHOTS) {
      expect(http.post(table, touch()));
      return;
    }
    JsonNode head = metadata.path("refs").path("main").path("snapshot-id");
    expect(http.post(table, append(head, ThreadLocalRandom.current().nextLong(1L << 52))));
  }

  /** A commit that lets nothing grow. */
  private static Map<String, Object> touch() {
    Map<String, String> updates = Map.of("touched-at", Instant.now().toString());
    return Map.of(
        "requirements",
        List.of(),
        "updates",
        List.of(Map.of("action", "set-properties", "updates", updates)));
  }

  /** A commit that adds a snapshot on top of the one that the branch was seen at. */
  static Map<String, Object> append(JsonNode head, long snapshot) {
    Map<String, Object> requirement = new HashMap<>();
    requirement.put("type", "assert-ref-snapshot-id");
    requirement.put("ref", "main");
    requirement.put("snapshot-id", head.isIntegralNumber() ? head.asLong() : null);
    return Map.of(
        "requirements",
        List.of(requirement),
        "updates",
        List.of(
            Map.of("action", "add-snapshot", "snapshot", Map.of("snapshot-id", snapshot)),
            Map.of("action", "set-snapshot-ref", "ref-name", "main", "snapshot-id", snapshot)));
  }

  private static void expect(Answer answer) throws IOException {
    if (!EXPECTED.contains(answer.status())) {
      throw new IOException("answered with " + answer.status() + ": " + answer.body());
    }
  }
}
