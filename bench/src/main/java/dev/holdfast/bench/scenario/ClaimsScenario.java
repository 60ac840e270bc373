package dev.holdfast.bench.scenario;

import dev.holdfast.bench.contender.BareClaims;
import dev.holdfast.bench.contender.ClaimBatches;
import dev.holdfast.bench.contender.SchedulerClaims;
import dev.holdfast.bench.measure.Contender;
import dev.holdfast.bench.measure.Database;
import dev.holdfast.bench.measure.Options;
import dev.holdfast.bench.measure.Progress;
import dev.holdfast.bench.measure.Rounds;
import dev.holdfast.bench.report.Report;
import dev.holdfast.bench.report.Samples;
import dev.holdfast.bench.report.Target;
import java.util.List;

/**
 * Claim a hundred items and complete them: Holdfast, the bare statements, and db-scheduler's
 * lock-and-fetch. An operation is a batch of a hundred; the work itself is nothing.
 */
public final class ClaimsScenario implements Scenario {

  public static final int BATCH = 100;

  @Override
  public void run(Database database, Options options, Report report) throws Exception {
    Progress.tell("claims, batches of " + BATCH);
    try (Contender bare = new BareClaims(database);
        Contender holdfast = new ClaimBatches(database);
        Contender scheduler = new SchedulerClaims(database)) {
      Rounds rounds = Rounds.of(database, List.of(bare, holdfast, scheduler), 1, options);
      rounds.tell(report, "claims, batches of " + BATCH, 1);
      Samples rate = rounds.rate(ClaimBatches.NAME);
      report.judge(Target.CLAIMS_BARE, rate.over(rounds.rate(BareClaims.NAME)));
      report.judge(Target.CLAIMS_SCHEDULER, rate.over(rounds.rate(SchedulerClaims.NAME)));
    }
  }
}
