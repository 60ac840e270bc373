package dev.holdfast.outbox;

import dev.holdfast.claim.Claim;
import dev.holdfast.claim.ClaimHandler;
import dev.holdfast.outbox.JobType.Step;
import dev.holdfast.transaction.Transaction;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;

/**
 * Does a job from the step at which it stands: each step in a transaction that is guarded by the
 * claim, precondition first, and the next step's name written in the same transaction. So a crash
 * leaves it before the step or after it, never in between.
 */
final class JobRun implements ClaimHandler {

  private final Map<String, JobType> types;

  JobRun(Map<String, JobType> types) {
    this.types = types;
  }

  @Override
  public void handle(Claim claim) throws Exception {
    JobType type = types.get(claim.get("kind", String.class));
    if (type == null) {
      throw new IllegalStateException("no such type of job: " + claim.text("kind"));
    }
    String name = claim.get("step", String.class);
    Step first =
        type.step(name)
            .orElseThrow(
                () ->
                    new IllegalStateException(
                        "job %s has no step %s here: an older or newer version of the application"
                                .formatted(type.name(), name)
                            + " may have it"));
    Optional<Step> next = Optional.of(first);
    while (next.isPresent()) {
      Step step = next.get();
      next = claim.inTransaction(tx -> run(claim, type, step, tx));
    }
  }

  /** Answers the step that comes next; empty: the job is over. */
  private static Optional<Step> run(Claim claim, JobType type, Step step, Transaction tx)
      throws Exception {
    long id = claim.get("id", Long.class);
    JobStep here = new JobStep(id, step.name(), claim.get("input", String.class), tx);
    if (!step.precondition().holds(here)) {
      type.otherwise().run(here);
      end(claim, tx, "stopped before " + step.name());
      return Optional.empty();
    }
    step.action().run(here);
    Optional<Step> next = type.after(step);
    if (next.isPresent()) {
      Statements.update(tx.connection(), OutboxSql.NEXT_STEP, next.get().name(), id);
    } else {
      end(claim, tx, "done");
    }
    return next;
  }

  private static void end(Claim claim, Transaction tx, String outcome) throws SQLException {
    Statements.update(tx.connection(), OutboxSql.OUTCOME, outcome, claim.get("id", Long.class));
    claim.finish(tx);
  }
}
