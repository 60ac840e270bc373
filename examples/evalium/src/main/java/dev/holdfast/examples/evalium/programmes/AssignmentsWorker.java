package dev.holdfast.examples.evalium.programmes;

import dev.holdfast.claim.Claim;
import dev.holdfast.claim.ClaimStatuses;
import dev.holdfast.claim.ClaimTable;
import dev.holdfast.claim.WorkerOptions;
import dev.holdfast.examples.evalium.assignments.AssignmentService;
import dev.holdfast.examples.evalium.assignments.AssignmentService.Requirement;
import dev.holdfast.examples.evalium.db.Work;
import dev.holdfast.spring.ClaimWork;
import java.time.Duration;
import java.util.List;
import org.springframework.context.annotation.Bean;
import org.springframework.stereotype.Component;

/**
 * Phase 2 of an enrolment: takes pending events of the outbox, and makes the assignments in a
 * transaction of cluster A. Returning finishes the event, in a transaction of cluster B2.
 */
@Component
public class AssignmentsWorker {

  private static final ClaimTable OUTBOX =
      ClaimTable.of("programme_assignment_outbox", "id")
          .withStatus("status", ClaimStatuses.of("pending", "completed", "failed"))
          .withAttempts("attempts")
          .withDueAt("due_at")
          .withError("last_error")
          .withColumns("enrolment_id", "candidate_id");

  private static final WorkerOptions OPTIONS =
      WorkerOptions.defaults().withConcurrency(4).withPollInterval(Duration.ofMillis(200));

  private final Work work;
  private final AssignmentService assignments;

  public AssignmentsWorker(Work work, AssignmentService assignments) {
    this.work = work;
    this.assignments = assignments;
  }

  @Bean
  ClaimWork assignmentsOfEnrolments() {
    return ClaimWork.on(OUTBOX, this::handle).with(OPTIONS);
  }

  private void handle(Claim claim) {
    long enrolment = claim.get("enrolment_id", Long.class);
    List<Requirement> requirements =
        work.read(
            sql ->
                sql.list(
                    row -> new Requirement(row.getLong(1), row.getLong(2)),
                    """
                    select r.id, r.evaluation_id
                    from program_enrolments e
                    join programme_requirements r on r.programme_id = e.programme_id
                    where e.id = ?
                    order by r.id
                    """,
                    enrolment));
    assignments.createAssignmentsForEnrolment(
        enrolment, claim.get("candidate_id", Long.class), requirements);
  }
}
