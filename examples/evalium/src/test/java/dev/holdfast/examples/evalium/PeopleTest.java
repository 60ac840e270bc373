package dev.holdfast.examples.evalium;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.examples.evalium.db.Sql;
import dev.holdfast.examples.evalium.db.Work;
import dev.holdfast.testkit.Eventually;
import java.sql.Connection;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("E2: the assessment platform, cluster D:")
class PeopleTest {

  private static final Duration LONG = Duration.ofMinutes(2);

  private static Platform platform;
  private static long lastUser = 100;
  private long user;

  @BeforeAll
  static void start() throws Exception {
    platform = new Platform();
    platform.run("insert into roles values (1, 'author'), (2, 'examiner')");
  }

  @AfterAll
  static void stop() {
    platform.close();
  }

  /** A user with an answer and a telemetry event. */
  @BeforeEach
  void makeUser() throws Exception {
    user = ++lastUser;
    platform.run("insert into users values (?, 'Kim', 1)", user);
    long assignment =
        platform.number(
            "insert into assignments (evaluation_id, candidate_id) values (1, ?) returning id",
            user);
    long session =
        platform.number(
            "insert into delivery_sessions (assignment_id, status, expires_at)"
                + " values (?, 'closed', now()) returning id",
            assignment);
    platform.run(
        "insert into delivery_session_events (delivery_session_id, candidate_id, kind)"
            + " values (?, ?, 'focus')",
        session,
        user);
    long submission =
        platform.number(
            "insert into submissions (delivery_session_id, candidate_id) values (?, ?) returning id",
            session,
            user);
    platform.run(
        "insert into submission_items (submission_id, candidate_id, answer) values (?, ?, 'secret')",
        submission,
        user);
  }

  @Test
  @DisplayName("E2: SetUserRole is an admin flow, and is on record")
  void setUserRole() throws Exception {
    String path = "/users/" + user + "/role";
    assertThat(platform.http().send("PUT", path, Map.of("role", 2), Map.of()).status())
        .isEqualTo(204);
    assertThat(platform.number("select role_id from users where id = ?", user)).isEqualTo(2);
    assertThat(
            platform.number(
                "select count(*) from audit_logs where what = ?", "user " + user + " has role 2"))
        .isEqualTo(1);
    assertThat(platform.http().send("PUT", path, Map.of("role", 9), Map.of()).status())
        .isEqualTo(404);
  }

  @Test
  @DisplayName("E2: what breaks the policy is refused before it is sent, whoever sends it")
  void guarded() {
    Work work = platform.app().bean(Work.class);
    assertThatThrownBy(
            () ->
                work.run(
                    "CreateAssignment",
                    sql -> sql.update("update users set name = 'x' where id = 1")))
        .as("not an admin flow")
        .hasStackTraceContaining("rule admin-only");
    assertThatThrownBy(
            () ->
                work.run(
                    "StartDeliverySession",
                    sql -> sql.numbers("select id from submissions where id = 1 for update")))
        .as("outside of the helpers")
        .hasStackTraceContaining("rule helper-package");
    assertThatThrownBy(
            () ->
                work.run(
                    "ProgrammeEnrolment",
                    sql -> {
                      sql.update("update program_progress set completed = 0 where id = 1");
                      return sql.update("update assignments set candidate_id = 1 where id = 1");
                    }))
        .as("two clusters")
        .hasStackTraceContaining("rule cluster");
  }

  @Test
  @DisplayName("E2: a user is forgotten in three transactions")
  void forgotten() throws Exception {
    forget();
    Eventually.holds("the receipt is written", LONG, () -> told("forgotten") == 1);
    assertThat(answers()).isZero();
    assertThat(
            platform.number(
                "select count(*) from delivery_session_events where candidate_id = ?", user))
        .isZero();
  }

  @Test
  @DisplayName("E2 O5: a hold that is placed after the precheck stops the scrub")
  void holdPlacedLate() throws Exception {
    try (Connection other = platform.connect()) {
      other.setAutoCommit(false);
      new Sql(other).numbers("select id from users where id = ? for update", user);
      forget();
      Eventually.holds(
          "the precheck, which found no hold, waits for the user's row",
          LONG,
          () ->
              platform.number(
                      "select count(*) from pg_stat_activity where datname = current_database()"
                          + " and wait_event_type = 'Lock'")
                  > 0);
      platform.run("insert into privacy_holds (user_id, reason) values (?, 'litigation')", user);
      other.rollback();
    }
    Eventually.holds("it is told that there is a hold", LONG, () -> told("on hold") == 1);
    assertThat(answers()).isEqualTo(1);
    assertThat(told("forgotten")).isZero();
  }

  private void forget() throws Exception {
    assertThat(platform.http().post("/users/" + user + "/privacy-jobs", Map.of()).status())
        .isEqualTo(202);
  }

  private long told(String event) throws Exception {
    return platform.number(
        "select count(*) from compliance_outbox where user_id = ? and event = ?", user, event);
  }

  private long answers() throws Exception {
    return platform.number(
        "select count(*) from submission_items where candidate_id = ? and answer is not null",
        user);
  }
}
