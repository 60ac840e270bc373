package dev.holdfast.examples.processengine;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.holdfast.Holdfast;
import dev.holdfast.embedded.PostgresServer;
import dev.holdfast.embedded.TestDatabase;
import dev.holdfast.examples.support.Http;
import dev.holdfast.examples.support.Http.Answer;
import dev.holdfast.examples.support.RunningApp;
import dev.holdfast.examples.support.SteadyLoad;
import dev.holdfast.examples.support.Together;
import dev.holdfast.testkit.Eventually;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;

/** The running engine, by real HTTP. */
class ProcessNextTest {

  private static final Duration LONG = Duration.ofMinutes(3);
  private static TestDatabase database;
  private static RunningApp app;
  private static Http http;
  private static Gate gate;

  @BeforeAll
  static void start() {
    database = PostgresServer.shared().createDatabase();
    Class<?>[] sources = {Gate.Beans.class, ProcessEngineApplication.class};
    app =
        RunningApp.start(
            sources,
            database.url(),
            database.user(),
            "process.locked-by=engine-1",
            "spring.datasource.hikari.maximum-pool-size=4");
    http = app.http();
    gate = app.bean(Gate.class);
  }

  @AfterAll
  static void stop() {
    app.close();
    database.close();
  }

  private static long instance() throws IOException, InterruptedException {
    Answer created = http.post("/instances", "");
    assertThat(created.status()).isEqualTo(201);
    return created.body().path("id").asLong();
  }

  private static Answer next(long id) throws IOException, InterruptedException {
    return http.post("/instances/" + id + "/process/next", "");
  }

  private static JsonNode history(long id) throws IOException, InterruptedException {
    return http.get("/instances/" + id + "/process/history").body();
  }

  @Test
  @DisplayName("E1: of 50 process/next at once one moves the instance, 49 get 409 with the holder")
  void oneWins() throws Exception {
    long id = instance();
    gate.close();
    try (Together crowd = new Together(50)) {
      List<Future<Answer>> calls = crowd.begin(no -> next(id));
      Eventually.holds(
          "49 are refused", LONG, () -> calls.stream().filter(Future::isDone).count() == 49);
      gate.open(1);
      List<Answer> answers = Together.results(calls);
      assertThat(answers).filteredOn(answer -> answer.status() == 200).hasSize(1);
      assertThat(answers)
          .filteredOn(answer -> answer.status() == 409)
          .hasSize(49)
          .allSatisfy(refused -> assertRefused(refused, id));
    } finally {
      gate.open(50);
    }
    assertThat(http.get("/instances/" + id).text("currentTask")).isEqualTo("CONFIRMATION");
    assertThat(history(id)).hasSize(1);
  }

  private static void assertRefused(Answer refused, long id) {
    assertThat(refused.header("Content-Type")).isEqualTo("application/problem+json");
    assertThat(Integer.parseInt(refused.header("Retry-After"))).isBetween(1, 300);
    assertThat(refused.text("type")).isEqualTo("urn:holdfast:problem:held");
    assertThat(refused.text("resource")).isEqualTo("instance/" + id);
    assertThat(refused.text("holder")).isEqualTo("engine-1");
    assertThat(refused.text("fence")).isEqualTo("1");
    Instant since = Instant.parse(refused.text("since"));
    assertThat(Duration.between(since, Instant.parse(refused.text("until"))))
        .as("locked for 5 minutes")
        .isBetween(Duration.ofMinutes(4), Duration.ofMinutes(6));
  }

  @Test
  @DisplayName("E1: 20 instances are moved at the same time over a pool of 4 connections")
  void noConnectionIsHeld() throws Exception {
    List<Long> ids = Together.run(20, no -> instance());
    gate.close();
    try (Together crowd = new Together(20)) {
      List<Future<Answer>> calls = crowd.begin(no -> next(ids.get(no)));
      gate.awaitBegun(20);
      Eventually.holds(
          "monitoring shows the 20 who are at it, and nobody else",
          LONG,
          () -> http.get("/locks").body().size() == 20);
      gate.open(20);
      assertThat(Together.results(calls)).allMatch(answer -> answer.status() == 200);
    } finally {
      gate.open(50);
    }
    Eventually.holds("no lock is left", LONG, () -> http.get("/locks").body().isEmpty());
  }

  @Test
  @DisplayName("E1: an instance goes through its tasks to the end, and the history tells each step")
  void throughAllTasks() throws Exception {
    long id = instance();
    for (String task : List.of("CONFIRMATION", "SIGNING", "FEEDBACK", "ENDED")) {
      assertThat(next(id).text("currentTask")).isEqualTo(task);
    }
    Answer ended = next(id);
    assertThat(ended.status()).isEqualTo(409);
    assertThat(ended.text("detail")).contains("has ended");
    JsonNode steps = history(id);
    assertThat(steps.findValuesAsText("fromTask"))
        .containsExactly("DATA", "CONFIRMATION", "SIGNING", "FEEDBACK");
    assertThat(steps.findValuesAsText("fence")).containsExactly("1", "2", "3", "4");
    assertThat(steps.findValuesAsText("lockedBy")).containsOnly("engine-1");
  }

  @Test
  @DisplayName("E1: work that fails moves nothing and frees the instance at once")
  void failedWork() throws Exception {
    long id = instance();
    gate.failing(true);
    assertThat(next(id).status()).isEqualTo(500);
    gate.failing(false);
    assertThat(next(id).text("currentTask")).isEqualTo("CONFIRMATION");
    assertThat(history(id)).hasSize(1);
  }

  @Test
  @DisplayName("E1: the locks of an instance can be queried, by the names of the lock table")
  void pastLocks() throws Exception {
    long id = instance();
    next(id);
    next(id);
    Eventually.holds(
        "both locks have ended",
        LONG,
        () ->
            List.of("RELEASED", "RELEASED")
                .equals(http.get("/instances/" + id + "/locks").body().findValuesAsText("ending")));
    JsonNode locks = http.get("/instances/" + id + "/locks").body();
    assertThat(locks).hasSize(2);
    assertThat(locks.get(0).fieldNames())
        .toIterable()
        .containsExactly("instance_id", "locked_at", "locked_until", "locked_by", "ending");
    assertThat(locks.findValuesAsText("locked_by")).containsOnly("engine-1");
  }

  @Test
  @DisplayName("E1: an instance that is not there is a 404, and no lock is taken")
  void missing() throws Exception {
    Answer missing = next(4711_4711);
    assertThat(missing.status()).isEqualTo(404);
    assertThat(missing.text("detail")).contains("POST /instances");
    assertThat(app.bean(Holdfast.class).leases().find("instance/47114711")).isEmpty();
  }

  @Test
  @DisplayName("E1: under load each instance takes each step once, and nothing fails")
  void load() throws Exception {
    try (SteadyLoad load = Load.start(app.address())) {
      Eventually.holds("30 rounds", LONG, () -> load.rounds() >= 30);
      assertThat(load.failures()).isZero();
    }
    String twice =
        """
        select count(*) - count(distinct (instance_id, from_task))
        from process_history
        """;
    assertThat(app.bean(JdbcTemplate.class).queryForObject(twice, Integer.class)).isZero();
  }
}
