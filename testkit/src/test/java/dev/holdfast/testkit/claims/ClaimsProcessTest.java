package dev.holdfast.testkit.claims;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Holdfast;
import dev.holdfast.claim.Claim;
import dev.holdfast.claim.ClaimOptions;
import dev.holdfast.claim.ClaimWorker;
import dev.holdfast.claim.Claims;
import dev.holdfast.claim.WorkerOptions;
import dev.holdfast.embedded.TestDatabase;
import dev.holdfast.testkit.Eventually;
import dev.holdfast.testkit.junit.HoldfastTest;
import dev.holdfast.testkit.process.ChildJvm;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import javax.sql.DataSource;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@HoldfastTest
@DisplayName("Claims of several processes")
@Timeout(240)
final class ClaimsProcessTest {

  private static final Duration SOON = Duration.ofSeconds(30);
  private static final Duration LONG = Duration.ofMinutes(2);
  private static final int PROCESSES = 4;
  private static final int WAVES = 8;
  private static final int WAVE = 1_250;
  private static final int ITEMS = WAVES * WAVE;

  @Test
  @DisplayName(
      "C7: 4 processes × 10,000 items with kills at random: each fenced write once, all done")
  void killedAtRandom(TestDatabase database, DataSource dataSource) throws Exception {
    Items.create(dataSource, 0);
    Random random = new Random(7);
    List<ChildJvm> children = new ArrayList<>();
    try {
      for (int i = 0; i < PROCESSES; i++) {
        children.add(worker(database));
      }
      for (ChildJvm child : children) {
        assertThat(child.hear(SOON)).isEqualTo("working");
      }
      for (int wave = 1; wave <= WAVES; wave++) {
        Items.insert(dataSource, (wave - 1) * WAVE + 1, wave * WAVE);
        int some = (wave - 1) * WAVE + WAVE / 3;
        Eventually.holds(some + " are done", LONG, () -> done(dataSource) >= some);
        int victim = random.nextInt(children.size());
        children.get(victim).kill();
        children.set(victim, worker(database));
      }
      Eventually.holds("all are done", LONG, () -> done(dataSource) == ITEMS);
    } finally {
      children.forEach(ChildJvm::close);
    }
    assertThat(Items.number(dataSource, "select count(*) from effect")).isEqualTo(ITEMS);
    assertThat(Items.number(dataSource, "select count(distinct item) from effect"))
        .isEqualTo(ITEMS);
    assertThat(Items.number(dataSource, "select count(*) from item where attempts > 1"))
        .as("rows that were in the hands of a process when it was killed")
        .isPositive();
  }

  @Test
  @EnabledIf("dev.holdfast.testkit.process.ChildJvm#canStop")
  @DisplayName(
      "C5: a process that stood still for longer than its lease can neither write nor finish")
  void paused(TestDatabase database, DataSource dataSource, Holdfast holdfast) throws Exception {
    Items.create(dataSource, 1);
    try (ChildJvm zombie = ChildJvm.start(ClaimingMain.class, "hold", url(database))) {
      assertThat(zombie.hear(SOON)).isEqualTo("claimed 1");
      ClaimOptions longLived = Items.OPTIONS.withWorkerTtl(Duration.ofMinutes(1));
      Claims claims = holdfast.claims(Items.TABLE, longLived);
      claims.sweep(); // what it has to ask first is asked
      zombie.stop();
      assertThat(claims.tryClaim()).as("its lease is not over yet").isEmpty();
      Claim next = Eventually.yields("taken over", SOON, claims::tryClaim);
      assertThat(next.version()).isEqualTo(2);
      zombie.cont();
      assertThat(zombie.ask("write", SOON)).isEqualTo("lost false");
      assertThat(Items.write(next)).isEqualTo(1);
      assertThat(Items.number(dataSource, "select min(version) from effect")).isEqualTo(2);
      assertThat(Items.number(dataSource, "select count(*) from effect")).isEqualTo(1);
    }
  }

  @ParameterizedTest(name = "{0}")
  @ValueSource(strings = {"before precheck", "after precheck", "after scrub", "before finalize"})
  @DisplayName("O5: a job whose process was killed goes on in another one, each step done once")
  void killedInAJob(String point, TestDatabase database, DataSource dataSource, Holdfast holdfast)
      throws Exception {
    Items.run(dataSource, PrivacyJob.TABLES);
    long job = start(dataSource, holdfast);
    try (ChildJvm child = ChildJvm.start(ClaimingMain.class, "job", url(database), point)) {
      assertThat(child.awaitEnd(SOON)).isTrue();
      assertThat(child.exitCode()).isEqualTo(9);
    }
    boolean scrubbed = Items.number(dataSource, "select sum(times) from step_done") == 2;
    assertThat(scrubbed).isEqualTo(point.equals("before finalize"));
    try (ClaimWorker worker =
        holdfast
            .outbox()
            .jobs()
            .work(
                Items.OPTIONS,
                WorkerOptions.defaults().withPollInterval(Duration.ofMillis(20)),
                PrivacyJob.sound())) {
      Eventually.holds(
          "the job is done",
          SOON,
          () ->
              holdfast
                  .outbox()
                  .jobs()
                  .find(job)
                  .orElseThrow()
                  .progress()
                  .status()
                  .equals("completed"));
      assertThat(worker.isStopped()).isFalse();
    }
    assertThat(Items.number(dataSource, "select count(*) from step_done where times = 1"))
        .isEqualTo(3);
  }

  private static long start(DataSource dataSource, Holdfast holdfast) throws SQLException {
    try (Connection connection = dataSource.getConnection()) {
      connection.setAutoCommit(false);
      long job = holdfast.outbox().jobs().start(connection, PrivacyJob.sound(), "alice");
      connection.commit();
      return job;
    }
  }

  private static ChildJvm worker(TestDatabase database) {
    return ChildJvm.start(ClaimingMain.class, "work", url(database));
  }

  private static String url(TestDatabase database) {
    return database.url() + (database.url().contains("?") ? "&" : "?") + "user=" + database.user();
  }

  private static long done(DataSource dataSource) throws SQLException {
    return Items.number(dataSource, "select count(*) from item where status = 'done'");
  }
}
