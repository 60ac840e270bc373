package dev.holdfast.examples.evalium;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.examples.evalium.remediation.RemediationService;
import dev.holdfast.examples.evalium.results.ResultsService;
import dev.holdfast.examples.support.Http.Answer;
import dev.holdfast.examples.support.SteadyLoad;
import dev.holdfast.examples.support.Together;
import dev.holdfast.testkit.Eventually;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The first three of the source's four concurrency tests, under their names. */
@DisplayName("E2: the assessment platform, cluster A:")
class DeliveryTest {

  private static Platform platform;

  @BeforeAll
  static void start() {
    platform = new Platform();
  }

  @AfterAll
  static void stop() {
    platform.close();
  }

  private static long assignment() throws Exception {
    Answer made = platform.http().post("/assignments", Map.of("evaluation", 1, "candidate", 7));
    assertThat(made.status()).as(made.body().toString()).isEqualTo(201);
    return made.body().get("id").asLong();
  }

  @Test
  @DisplayName(
      "E2 TestCreateDeliverySession_Concurrent_NoDeadlock: one session, the others get 409")
  void createDeliverySession() throws Exception {
    for (int round = 0; round < 5; round++) {
      long assignment = assignment();
      String path = "/assignments/" + assignment + "/sessions";
      List<Answer> answers =
          Together.run(12, no -> platform.http().post(path, Map.of("candidate", 7, "minutes", 30)));
      assertThat(answers).extracting(Answer::status).containsOnly(201, 409);
      assertThat(answers).filteredOn(answer -> answer.status() == 201).hasSize(1);
      assertThat(answers)
          .filteredOn(answer -> answer.status() == 409)
          .allSatisfy(answer -> assertThat(answer.text("detail")).contains("already, in session"));
      assertThat(
              platform.number(
                  "select count(*) from submissions s join delivery_sessions d"
                      + " on d.id = s.delivery_session_id where d.assignment_id = ?",
                  assignment))
          .isEqualTo(1);
    }
  }

  @Test
  @DisplayName("E2 TestCloseExpiredSessions_Concurrent_NoDeadlock: each is closed once")
  void closeExpiredSessions() throws Exception {
    ResultsService results = platform.app().bean(ResultsService.class);
    results.closeExpiredSessions(); // what other tests left: fewer than it takes at once
    int sessions = 60;
    for (int i = 0; i < sessions; i++) {
      results.createDeliverySession(assignment(), 7, Duration.ofMillis(1));
    }
    long fresh = assignment();
    List<Integer> closed =
        Together.run(
            6,
            no -> {
              int mine = 0;
              for (int i = 0; i < 10; i++) {
                mine += results.closeExpiredSessions();
                platform
                    .http()
                    .post(
                        "/assignments/" + fresh + "/sessions",
                        Map.of("candidate", 7, "minutes", 9));
              }
              return mine;
            });
    assertThat(closed.stream().mapToInt(Integer::intValue).sum()).isEqualTo(sessions);
    assertThat(
            platform.number(
                "select count(*) from submissions s join delivery_sessions d"
                    + " on d.id = s.delivery_session_id"
                    + " where d.status = 'expired' and s.status <> 'submitted'"))
        .isZero();
  }

  @Test
  @DisplayName("E2 TestApplyCorrectionBatch_Concurrent_NoDeadlock: each batch counts once")
  void applyCorrectionBatch() throws Exception {
    RemediationService remediation = platform.app().bean(RemediationService.class);
    List<Long> batches = batches(submissions());
    List<Integer> corrected =
        Together.run(
            6,
            no -> {
              List<Long> mine = new ArrayList<>(batches);
              Collections.shuffle(mine, new Random(no));
              int sum = 0;
              for (long batch : mine) {
                sum += remediation.applyCorrectionBatch(batch);
              }
              return sum;
            });
    assertThat(corrected.stream().mapToInt(Integer::intValue).sum()).isEqualTo(8 * 5);
    assertThat(
            platform.number(
                "select count(*) from submissions where score = 1 + 2 + 3 + 4 + 5 + 6 + 7 + 8"))
        .isEqualTo(5);
  }

  @Test
  @DisplayName("E2: load for demonstrations runs without a failure")
  void load() throws Exception {
    try (SteadyLoad load = Load.start(platform.app().address())) {
      Eventually.holds("rounds", Duration.ofMinutes(3), () -> load.rounds() >= 15);
      assertThat(load.failures()).isZero();
    }
  }

  private static List<Long> submissions() throws Exception {
    ResultsService results = platform.app().bean(ResultsService.class);
    List<Long> made = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      long session = results.createDeliverySession(assignment(), 7, Duration.ofHours(1));
      made.add(
          platform.number("select id from submissions where delivery_session_id = ?", session));
    }
    return made;
  }

  /** Eight batches of 1 to 8 points, each on all submissions, each in an order of its own. */
  private static List<Long> batches(List<Long> submissions) throws Exception {
    List<Long> made = new ArrayList<>();
    for (int points = 1; points <= 8; points++) {
      long batch =
          platform.number("insert into result_correction_batches default values returning id");
      List<Long> shuffled = new ArrayList<>(submissions);
      Collections.shuffle(shuffled, new Random(points));
      for (long submission : shuffled) {
        platform.run(
            "insert into result_corrections (batch_id, submission_id, points) values (?, ?, ?)",
            batch,
            submission,
            points);
      }
      made.add(batch);
    }
    return made;
  }
}
