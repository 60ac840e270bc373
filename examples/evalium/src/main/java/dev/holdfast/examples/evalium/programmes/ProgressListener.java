package dev.holdfast.examples.evalium.programmes;

import dev.holdfast.claim.WorkerOptions;
import dev.holdfast.examples.evalium.db.Sql;
import dev.holdfast.examples.evalium.locks.ProgrammeLocks;
import dev.holdfast.examples.evalium.results.ResultsService;
import dev.holdfast.outbox.OutboxEvent;
import dev.holdfast.policy.guard.Operation;
import dev.holdfast.spring.OutboxRelay;
import java.sql.SQLException;
import java.time.Duration;
import org.springframework.context.annotation.Bean;
import org.springframework.stereotype.Component;

/** Hears of submissions, and counts them for the programme: once each, in the event's own end. */
@Component
public class ProgressListener {

  private static final WorkerOptions OPTIONS =
      WorkerOptions.defaults().withConcurrency(4).withPollInterval(Duration.ofMillis(200));

  @Bean
  OutboxRelay progress() {
    return OutboxRelay.of(this::onSubmissionCreated, ResultsService.SUBMITTED).with(OPTIONS);
  }

  void onSubmissionCreated(OutboxEvent event) throws Exception {
    long enrolment = Long.parseLong(event.text());
    Operation.run(
        "UpdateProgrammeProgress",
        () -> event.inTransactionWithoutResult(tx -> count(new Sql(tx.connection()), enrolment)));
  }

  private static void count(Sql sql, long enrolment) throws SQLException {
    if (ProgrammeLocks.lockEnrolmentAndProgress(sql, enrolment)) {
      sql.update(
          "update program_progress set completed = completed + 1 where enrolment_id = ?",
          enrolment);
    }
  }
}
