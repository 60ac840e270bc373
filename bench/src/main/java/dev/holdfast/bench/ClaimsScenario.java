package dev.holdfast.bench;

import java.util.List;

/**
 * Claim a hundred items and complete them: Holdfast, the bare statements, and db-scheduler's
 * lock-and-fetch. An operation is a batch of a hundred; the work itself is nothing.
 */
final class ClaimsScenario implements Scenario {

  static final int BATCH = 100;

  @Override
  public void run(Database database, Options options, Report report) throws Exception {
    Main.progress("claims, batches of " + BATCH);
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
