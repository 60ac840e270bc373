package dev.holdfast.examples.evalium.programmes;

import dev.holdfast.Holdfast;
import dev.holdfast.claim.Claim;
import dev.holdfast.claim.ClaimOptions;
import dev.holdfast.claim.ClaimStatuses;
import dev.holdfast.claim.ClaimTable;
import dev.holdfast.claim.ClaimWorker;
import dev.holdfast.claim.WorkerOptions;
import dev.holdfast.examples.evalium.assignments.AssignmentService;
import dev.holdfast.examples.evalium.assignments.AssignmentService.Requirement;
import dev.holdfast.examples.evalium.db.Work;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/**
 * Phase 2 of an enrolment: takes pending events of the outbox, and makes the assignments in a
 * transaction of cluster A. Returning finishes the event, in a transaction of cluster B2.
 */
@Component
public class AssignmentsWorker implements SmartLifecycle {

  private static final ClaimTable OUTBOX =
      ClaimTable.of("programme_assignment_outbox", "id")
          .withStatus("status", ClaimStatuses.of("pending", "completed", "failed"))
          .withAttempts("attempts")
          .withDueAt("due_at")
          .withError("last_error")
          .withColumns("enrolment_id", "candidate_id");

  private static final WorkerOptions OPTIONS =
      WorkerOptions.defaults().withConcurrency(4).withPollInterval(Duration.ofMillis(200));

  private final Holdfast holdfast;
  private final Work work;
  private final AssignmentService assignments;
  private @Nullable ClaimWorker running;

  public AssignmentsWorker(Holdfast holdfast, Work work, AssignmentService assignments) {
    this.holdfast = holdfast;
    this.work = work;
    this.assignments = assignments;
  }

  @Override
  public void start() {
    running = holdfast.claims(OUTBOX, ClaimOptions.defaults()).work(OPTIONS, this::handle);
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
