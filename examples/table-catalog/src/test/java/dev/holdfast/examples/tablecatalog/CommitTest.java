package dev.holdfast.examples.tablecatalog;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.holdfast.examples.support.Http.Answer;
import dev.holdfast.examples.support.SteadyLoad;
import dev.holdfast.examples.support.Together;
import dev.holdfast.testkit.Eventually;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Commits by many at once. */
class CommitTest {

  private static final int WRITERS = 8;
  private static final int COMMITS = 8;
  private static final int MOST_TRIES = 10_000;

  private static Warehouse warehouse;

  @BeforeAll
  static void open() {
    warehouse = new Warehouse();
  }

  @AfterAll
  static void close() {
    warehouse.close();
  }

  @Test
  @DisplayName("E4: 8 writers commit on top of what they read: 64 snapshots, none lost, in order")
  void appends() throws Exception {
    String table = warehouse.table();
    Together.run(WRITERS, no -> append(table, no));
    JsonNode metadata = warehouse.metadata(table);
    assertThat(metadata.path("snapshots").findValuesAsText("sequence-number"))
        .containsExactlyElementsOf(
            IntStream.rangeClosed(1, WRITERS * COMMITS).mapToObj(Integer::toString).toList());
    assertThat(metadata.path("refs").path("main").path("snapshot-id"))
        .as("the branch is at the last one")
        .isEqualTo(metadata.path("snapshots").get(WRITERS * COMMITS - 1).path("snapshot-id"));
  }

  /** Commits, again on top of what is there if somebody was faster. */
  private static int append(String table, int writer) throws IOException, InterruptedException {
    int done = 0;
    for (int i = 0; done < COMMITS; i++) {
      assertThat(i).isLessThan(MOST_TRIES);
      JsonNode head = warehouse.metadata(table).path("refs").path("main").path("snapshot-id");
      Answer answer = warehouse.http().post(table, Load.append(head, 1 + writer * 1_000L + done));
      assertThat(answer.status()).isIn(200, 409);
      done += answer.status() == 200 ? 1 : 0;
    }
    return done;
  }

  @Test
  @DisplayName("E4: a requirement that does not hold is a 409 CommitFailedException, unchanged")
  void requirements() throws Exception {
    String table = warehouse.table();
    JsonNode before = warehouse.metadata(table);
    Map<String, Object> commit =
        Map.of(
            "requirements",
            List.of(Map.of("type", "assert-table-uuid", "uuid", "another")),
            "updates",
            List.of(Map.of("action", "set-properties", "updates", Map.of("a", "b"))));
    Answer refused = warehouse.http().post(table, commit);
    assertThat(refused.status()).isEqualTo(409);
    assertThat(refused.body().path("error").path("type").asText())
        .isEqualTo("CommitFailedException");
    assertThat(refused.body().path("error").path("code").asInt()).isEqualTo(409);
    assertThat(warehouse.metadata(table)).isEqualTo(before);
  }

  @Test
  @DisplayName("E4: what the catalog does not know is refused: requirement, update, table")
  void unknown() throws Exception {
    String table = warehouse.table();
    Map<String, Object> strange =
        Map.of("requirements", List.of(Map.of("type", "assert-weather")), "updates", List.of());
    assertThat(warehouse.http().post(table, strange).status()).isEqualTo(400);
    Map<String, Object> update =
        Map.of("requirements", List.of(), "updates", List.of(Map.of("action", "explode")));
    assertThat(warehouse.http().post(table, update).status()).isEqualTo(400);
    Answer missing = warehouse.http().post(table + "2", Warehouse.property("a", "b"));
    assertThat(missing.status()).isEqualTo(404);
    assertThat(missing.body().path("error").path("type").asText())
        .isEqualTo("NoSuchTableException");
  }

  @Test
  @DisplayName("E4: commits to two tables in opposite order: no deadlock, all or nothing")
  void severalTables() throws Exception {
    String namespace = warehouse.namespace();
    String a = warehouse.table(namespace, "a");
    String b = warehouse.table(namespace, "b");
    List<Answer> answers =
        Together.run(
            WRITERS,
            no -> {
              List<String> tables = no % 2 == 0 ? List.of("a", "b") : List.of("b", "a");
              return commitBoth(namespace, tables, "p" + no, List.of());
            });
    assertThat(answers).allMatch(answer -> answer.status() == 204);
    assertThat(warehouse.metadata(a).path("properties")).hasSize(WRITERS);
    assertThat(warehouse.metadata(b).path("properties")).hasSize(WRITERS);
    assertThat(warehouse.metric("iceberg_handler_errors_total{error=\"deadlock\"}")).isZero();
    List<Object> onTheSecond = List.of(Map.of("type", "assert-table-uuid", "uuid", "another"));
    assertThat(commitBoth(namespace, List.of("a", "b"), "never", onTheSecond).status())
        .isEqualTo(409);
    assertThat(warehouse.metadata(a).path("properties").has("never")).isFalse();
  }

  private static Answer commitBoth(
      String namespace, List<String> tables, String property, List<Object> onTheSecond)
      throws IOException, InterruptedException {
    List<Map<String, Object>> changes =
        IntStream.range(0, 2)
            .mapToObj(
                i ->
                    Map.of(
                        "identifier",
                        Map.of("namespace", List.of(namespace), "name", tables.get(i)),
                        "requirements",
                        i == 1 ? onTheSecond : List.of(),
                        "updates",
                        Warehouse.property(property, "x").getOrDefault("updates", List.of())))
            .toList();
    return warehouse.http().post("/v1/transactions/commit", Map.of("table-changes", changes));
  }

  @Test
  @DisplayName("E4: a namespace is made once, and no change of its properties is lost")
  void namespaces() throws Exception {
    List<Answer> made =
        Together.run(
            WRITERS,
            no -> warehouse.http().post("/v1/namespaces", Map.of("namespace", List.of("once"))));
    assertThat(made).filteredOn(answer -> answer.status() == 200).hasSize(1);
    assertThat(made).filteredOn(answer -> answer.status() == 409).hasSize(WRITERS - 1);
    String properties = "/v1/namespaces/once/properties";
    Together.run(
        WRITERS,
        no -> warehouse.http().post(properties, Map.of("updates", Map.of("owner-" + no, "me"))));
    assertThat(warehouse.http().get("/v1/namespaces/once").body().path("properties"))
        .hasSize(WRITERS);
    assertThat(warehouse.http().get("/v1/namespaces/none").status()).isEqualTo(404);
  }

  @Test
  @DisplayName("E4: under load writers contend, and nothing fails")
  void load() {
    try (SteadyLoad load = Load.start(warehouse.app().address())) {
      Eventually.holds("20 rounds", Duration.ofMinutes(3), () -> load.rounds() >= 20);
      assertThat(load.failures()).isZero();
    }
  }
}
