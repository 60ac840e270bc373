package dev.holdfast.examples.evalium;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.examples.support.Http.Answer;
import dev.holdfast.examples.support.RunningApp;
import dev.holdfast.examples.support.Together;
import dev.holdfast.testkit.Eventually;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("E2: the assessment platform, from cluster to cluster:")
class ProgrammeTest {

  private static final Duration LONG = Duration.ofMinutes(2);

  private static Platform platform;

  @BeforeAll
  static void start() {
    platform = new Platform();
  }

  @AfterAll
  static void stop() {
    platform.close();
  }

  private static long programme(int requirements) throws Exception {
    long programme =
        platform.number("insert into programmes (title) values ('Safety') returning id");
    for (int i = 0; i < requirements; i++) {
      platform.run(
          "insert into programme_requirements (programme_id, evaluation_id) values (?, ?)",
          programme,
          100L + i);
    }
    return programme;
  }

  private static long enrol(long programme, long candidate) throws Exception {
    Answer made =
        platform.http().post("/enrolments", Map.of("programme", programme, "candidate", candidate));
    assertThat(made.status()).as(made.body().toString()).isEqualTo(201);
    return made.body().get("id").asLong();
  }

  @Test
  @DisplayName(
      "E2 TestProgrammeAssignmentsWorker_Concurrent_NoDuplicateAssignments: three instances at work")
  void assignmentsWorker() throws Exception {
    long programme = programme(3);
    try (RunningApp second = platform.start();
        RunningApp third = platform.start()) {
      assertThat(second.address()).isNotEqualTo(third.address());
      List<Long> enrolments = Together.run(20, no -> enrol(programme, 1_000L + no));
      assertThat(enrolments).doesNotHaveDuplicates();
      Eventually.holds(
          "all events are completed",
          LONG,
          () ->
              platform.number(
                      "select count(*) from programme_assignment_outbox where status <> 'completed'")
                  == 0);
    }
    assertThat(
            platform.number(
                "select count(*) from assignments a join program_enrolments e"
                    + " on e.id = a.enrolment_id where e.programme_id = ?",
                programme))
        .isEqualTo(20 * 3);
  }

  @Test
  @DisplayName("E2: an event that is worked on twice makes its assignments once")
  void idempotent() throws Exception {
    long enrolment = enrol(programme(2), 5);
    awaitCompleted(enrolment, 1);
    platform.run(
        "update programme_assignment_outbox set status = 'pending' where enrolment_id = ?",
        enrolment);
    awaitCompleted(enrolment, 2);
    awaitAssignments(enrolment, 2);
  }

  /** The assignments are there a moment before their event is completed. */
  private static void awaitCompleted(long enrolment, long version) {
    Eventually.holds(
        "it is completed, " + version,
        LONG,
        () ->
            platform.number(
                    "select count(*) from programme_assignment_outbox"
                        + " where enrolment_id = ? and status = 'completed' and execution_version = ?",
                    enrolment,
                    version)
                == 1);
  }

  private static void awaitAssignments(long enrolment, int count) {
    Eventually.holds(
        "the assignments are there",
        LONG,
        () ->
            platform.number("select count(*) from assignments where enrolment_id = ?", enrolment)
                == count);
  }

  @Test
  @DisplayName("E2: a submission in cluster A counts for the programme in cluster B2, once")
  void progress() throws Exception {
    long enrolment = enrol(programme(1), 6);
    awaitAssignments(enrolment, 1);
    long assignment =
        platform.number("select id from assignments where enrolment_id = ?", enrolment);
    long session =
        platform
            .http()
            .post("/assignments/" + assignment + "/sessions", Map.of("candidate", 6, "minutes", 30))
            .body()
            .get("id")
            .asLong();
    String submit = "/sessions/" + session + "/submission";
    List<Integer> answers =
        Together.run(
            8, no -> platform.http().post(submit, Map.of("enrolment", enrolment)).status());
    assertThat(answers).containsOnlyOnce(204);
    Eventually.holds(
        "it is counted",
        LONG,
        () ->
            platform.number(
                    "select completed from program_progress where enrolment_id = ?", enrolment)
                == 1);
  }
}
