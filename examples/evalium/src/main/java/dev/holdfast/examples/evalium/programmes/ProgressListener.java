package dev.holdfast.examples.evalium.programmes;

import dev.holdfast.Holdfast;
import dev.holdfast.claim.ClaimWorker;
import dev.holdfast.claim.WorkerOptions;
import dev.holdfast.examples.evalium.db.Sql;
import dev.holdfast.examples.evalium.locks.ProgrammeLocks;
import dev.holdfast.examples.evalium.results.ResultsService;
import dev.holdfast.outbox.OutboxEvent;
import dev.holdfast.policy.guard.Operation;
import java.sql.SQLException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/** Hears of submissions, and counts them for the programme: once each, in the event's own end. */
@Component
public class ProgressListener implements SmartLifecycle {

  private static final WorkerOptions OPTIONS =
      WorkerOptions.defaults().withConcurrency(4).withPollInterval(Duration.ofMillis(200));

  private final Holdfast holdfast;
  private @Nullable ClaimWorker running;

  public ProgressListener(Holdfast holdfast) {
    this.holdfast = holdfast;
  }

  @Override
  public void start() {
    running = holdfast.outbox().relay(OPTIONS, this::onSubmissionCreated);
  }

  void onSubmissionCreated(OutboxEvent event) throws Exception {
    if (event.topic().equals(ResultsService.SUBMITTED)) {
      long enrolment = Long.parseLong(event.text());
      Operation.run(
          "UpdateProgrammeProgress",
          () -> event.inTransaction(tx -> count(new Sql(tx.connection()), enrolment)));
    }
  }

  private static boolean count(Sql sql, long enrolment) throws SQLException {
    if (ProgrammeLocks.lockEnrolmentAndProgress(sql, enrolment)) {
      sql.update(
          "update program_progress set completed = completed + 1 where enrolment_id = ?",
          enrolment);
    }
    return true;
  }

  @Override
  public void stop() {
    ClaimWorker worker = running;
    running = null;
    if (worker != null) {
      worker.close();
    }
  }

  @Override
  public boolean isRunning() {
    return running != null;
  }
}
