package dev.holdfast.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.claim.ClaimOptions;
import dev.holdfast.claim.ClaimWorker;
import dev.holdfast.claim.WorkerOptions;
import dev.holdfast.support.Await;
import dev.holdfast.support.EveryIsolation;
import dev.holdfast.support.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The privacy job of the assessment platform: precheck, scrub, finalize. */
@Timeout(60)
class JobTest extends EveryIsolation {

  private static final WorkerOptions EAGER =
      WorkerOptions.defaults().withPollInterval(Duration.ofMillis(20));
  private static final ClaimOptions QUICK =
      ClaimOptions.defaults()
          .withMaxAttempts(5)
          .withBackoff(Duration.ZERO, Duration.ZERO)
          .withWorkerTtl(Duration.ofMinutes(1));

  private final Set<String> crashes = ConcurrentHashMap.newKeySet();
  private Outbox outbox;

  @BeforeEach
  void open() {
    lab.sql()
        .run(
            """
            drop table if exists submission_item, privacy_hold, receipt;
            create table submission_item (subject text, answer text, scrubbed integer default 0);
            create table privacy_hold (subject text);
            create table receipt (subject text, text text);
            insert into submission_item values ('alice', 'secret'), ('alice', 'too'), ('bob', 'his')
            """);
    outbox = lab.open("worker").outbox();
  }

  @Test
  @DisplayName("O5: each step is a transaction of its own, done once, in order")
  void steps() throws SQLException {
    long job = start("alice");
    outbox.jobs().work(QUICK, EAGER, privacy());
    awaitOutcome(job, "done");
    assertThat(lab.sql().column("select text from receipt order by 1")).containsExactly("scrubbed");
    assertThat(answers()).containsExactly("his");
    assertThat(lab.sql().number("select sum(scrubbed) from submission_item")).isEqualTo(2);
  }

  @Test
  @DisplayName("O5: a crash anywhere in a step leaves the job before it, and it goes on from there")
  void resumes() throws SQLException {
    crashes.addAll(
        List.of(
            "before precheck",
            "after precheck",
            "before scrub",
            "after scrub",
            "before finalize",
            "after finalize"));
    long job = start("alice");
    outbox.jobs().work(QUICK, EAGER, privacy());
    awaitOutcome(job, "done");
    assertThat(crashes).isEmpty();
    assertThat(lab.sql().number("select sum(scrubbed) from submission_item"))
        .as("scrubbed once each, whatever crashed")
        .isEqualTo(2);
    assertThat(lab.sql().number("select count(*) from receipt")).isEqualTo(1);
  }

  @Test
  @DisplayName("O5: a job whose worker died between two steps is taken over at the second")
  void takenOverBetweenSteps() throws SQLException {
    long job = start("alice");
    CountDownLatch atScrub = new CountDownLatch(1);
    ClaimWorker dying =
        lab.open("dying").outbox().jobs().work(QUICK, EAGER, privacyThatStopsIn("scrub", atScrub));
    Await.signal("it is in the scrub", atScrub);
    assertThat(outbox.jobs().find(job)).map(JobInfo::step).contains("scrub");
    lab.sql()
        .run(
            "select pg_terminate_backend(pid) from pg_stat_activity where state = 'idle in"
                + " transaction' and datname = current_database()");
    dying.stop(Duration.ZERO);
    outbox.jobs().work(QUICK, EAGER, privacy());
    awaitOutcome(job, "done");
    assertThat(lab.sql().number("select sum(scrubbed) from submission_item")).isEqualTo(2);
    assertThat(lab.sql().number("select count(*) from receipt")).isEqualTo(1);
  }

  @Test
  @DisplayName(
      "O5: a hold that is there at the start ends the job, with its event, nothing scrubbed")
  void holdAtThePrecheck() throws SQLException {
    lab.sql().run("insert into privacy_hold values ('alice')");
    long job = start("alice");
    outbox.jobs().work(QUICK, EAGER, privacy());
    awaitOutcome(job, "stopped before precheck");
    assertThat(answers()).containsExactly("his", "secret", "too");
    assertThat(lab.sql().column("select text from receipt")).containsExactly("held at precheck");
  }

  @Test
  @DisplayName("O5: a hold that is placed after the precheck stops the scrub")
  void holdAfterThePrecheck() throws SQLException {
    long job = start("alice");
    JobType type =
        JobType.named("privacy")
            .step(
                "precheck",
                JobTest::noHold,
                step -> {
                  Sql.run(step.connection(), "select 1");
                  lab.sql().run("insert into privacy_hold values ('alice')"); // late, by others
                })
            .step("scrub", JobTest::noHold, this::scrub)
            .otherwise(JobTest::tellHeld);
    outbox.jobs().work(QUICK, EAGER, type);
    awaitOutcome(job, "stopped before scrub");
    assertThat(answers()).containsExactly("his", "secret", "too");
    assertThat(lab.sql().column("select text from receipt")).containsExactly("held at scrub");
  }

  @Test
  @DisplayName("O5: a step that never succeeds parks the job at that step, with the error")
  void parked() throws SQLException {
    long job = start("alice");
    JobType type =
        JobType.named("privacy")
            .step("precheck", step -> {})
            .step(
                "scrub",
                step -> {
                  throw new IllegalStateException("no disk");
                });
    outbox.jobs().work(QUICK, EAGER, type);
    Await.until(
        "parked", () -> outbox.jobs().find(job).orElseThrow().progress().status().equals("parked"));
    JobInfo info = outbox.jobs().find(job).orElseThrow();
    assertThat(info.step()).isEqualTo("scrub");
    assertThat(info.progress().lastError()).contains("no disk");
  }

  private JobType privacy() {
    return JobType.named("privacy")
        .step("precheck", JobTest::noHold, step -> crash("precheck", () -> {}))
        .step("scrub", JobTest::noHold, step -> crash("scrub", () -> scrub(step)))
        .step(
            "finalize",
            step ->
                crash(
                    "finalize",
                    () ->
                        Sql.run(
                            step.connection(),
                            "insert into receipt values (?, 'scrubbed')",
                            step.input())))
        .otherwise(JobTest::tellHeld);
  }

  /** Stands still in that step, in its transaction, after its writes. */
  private JobType privacyThatStopsIn(String name, CountDownLatch there) {
    return JobType.named("privacy")
        .step("precheck", JobTest::noHold, step -> {})
        .step(
            name,
            step -> {
              scrub(step);
              there.countDown();
              new CountDownLatch(1).await();
            });
  }

  private interface Work {
    void run() throws SQLException;
  }

  /** Throws once before the work and once after it, where the test asks for it. */
  private void crash(String step, Work work) throws SQLException {
    if (crashes.remove("before " + step)) {
      throw new IllegalStateException("crash before " + step);
    }
    work.run();
    if (crashes.remove("after " + step)) {
      throw new IllegalStateException("crash after " + step);
    }
  }

  private static boolean noHold(JobStep step) throws SQLException {
    return Sql.column(
            step.connection(), "select 1 from privacy_hold where subject = ?", step.input())
        .isEmpty();
  }

  private static void tellHeld(JobStep step) throws SQLException {
    Sql.run(
        step.connection(),
        "insert into receipt values (?, ?)",
        step.input(),
        "held at " + step.name());
  }

  private void scrub(JobStep step) throws SQLException {
    Sql.run(
        step.connection(),
        "update submission_item set answer = null, scrubbed = scrubbed + 1 where subject = ?",
        step.input());
  }

  private long start(String subject) throws SQLException {
    try (Connection connection = lab.dataSource().getConnection()) {
      connection.setAutoCommit(false);
      long job = outbox.jobs().start(connection, privacy(), subject);
      connection.commit();
      return job;
    }
  }

  private void awaitOutcome(long job, String outcome) {
    Await.until(
        "the job is over: " + outcome,
        () ->
            outbox
                .jobs()
                .find(job)
                .map(info -> outcome.equals(info.progress().outcome()))
                .orElse(false));
    assertThat(outbox.jobs().find(job).orElseThrow().progress().status()).isEqualTo("completed");
  }

  private List<String> answers() {
    return lab
        .sql()
        .column("select answer from submission_item where answer is not null order by 1")
        .stream()
        .map(String::valueOf)
        .toList();
  }
}
