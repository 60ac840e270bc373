package dev.holdfast.examples.evalium.privacy;

import dev.holdfast.Holdfast;
import dev.holdfast.claim.WorkerOptions;
import dev.holdfast.examples.evalium.db.Sql;
import dev.holdfast.examples.evalium.db.Work;
import dev.holdfast.examples.evalium.locks.IdentityLocks;
import dev.holdfast.outbox.JobInfo;
import dev.holdfast.outbox.JobStep;
import dev.holdfast.outbox.JobType;
import dev.holdfast.policy.guard.Operation;
import dev.holdfast.spring.JobWork;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import org.springframework.context.annotation.Bean;
import org.springframework.stereotype.Component;

/**
 * Forgets a user in three transactions, each in one cluster: precheck (D), scrub (A), finalize (D).
 * A hold is asked for in the transaction of each step: one that is placed after the precheck stops
 * the scrub.
 */
@Component
public class PrivacyJobs {

  private static final WorkerOptions OPTIONS =
      WorkerOptions.defaults().withConcurrency(2).withPollInterval(Duration.ofMillis(200));

  private final Holdfast holdfast;
  private final Work work;
  private final JobType forgetUser =
      JobType.named("forget_user")
          .step("precheck", PrivacyJobs::noHold, PrivacyJobs::precheck)
          .step("scrub", PrivacyJobs::noHold, PrivacyJobs::scrub)
          .step("finalize", PrivacyJobs::finish)
          .otherwise(PrivacyJobs::blocked);

  public PrivacyJobs(Holdfast holdfast, Work work) {
    this.holdfast = holdfast;
    this.work = work;
  }

  /** Begins to forget a user; the number of the job. */
  public long forget(long user) {
    return work.read(
        sql -> holdfast.outbox().jobs().start(sql.connection(), forgetUser, Long.toString(user)));
  }

  public Optional<JobInfo> find(long job) {
    return holdfast.outbox().jobs().find(job);
  }

  private static boolean noHold(JobStep step) throws SQLException {
    return new Sql(step.connection())
        .numbers("select id from privacy_holds where user_id = ?", user(step))
        .isEmpty();
  }

  private static void precheck(JobStep step) throws SQLException {
    Operation.admin(
        "PrivacyJobPrecheck", () -> IdentityLocks.lockUser(new Sql(step.connection()), user(step)));
  }

  private static void scrub(JobStep step) throws SQLException {
    Operation.run(
        "PrivacyJobScrub",
        () -> {
          Sql sql = new Sql(step.connection());
          sql.update("delete from delivery_session_events where candidate_id = ?", user(step));
          sql.update(
              "update submission_items set answer = null where candidate_id = ?", user(step));
        });
  }

  private static void finish(JobStep step) throws SQLException {
    tell(step, "forgotten");
  }

  private static void blocked(JobStep step) throws SQLException {
    tell(step, "on hold");
  }

  private static void tell(JobStep step, String event) throws SQLException {
    new Sql(step.connection())
        .update("insert into compliance_outbox (user_id, event) values (?, ?)", user(step), event);
  }

  private static long user(JobStep step) {
    return Long.parseLong(step.input());
  }

  @Bean
  JobWork forgetting() {
    return JobWork.on(forgetUser).with(OPTIONS);
  }
}
