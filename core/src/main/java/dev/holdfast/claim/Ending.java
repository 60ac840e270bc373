package dev.holdfast.claim;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How a claim is to end.
 *
 * @param status the row's status from then on
 * @param delay from when on it may be claimed again; null: its due time stays
 * @param error what went wrong; null: nothing
 */
record Ending(
    Claim claim, Outcome outcome, String status, @Nullable Duration delay, @Nullable String error) {

  private static final int LONGEST_ERROR = 2_000;

  static Ending done(Claim claim, ClaimStatuses statuses) {
    return new Ending(claim, Outcome.DONE, statuses.done(), null, null);
  }

  static Ending released(Claim claim, ClaimStatuses statuses) {
    return new Ending(claim, Outcome.RELEASED, statuses.ready(), null, null);
  }

  /** Tried again later if the table can tell when and attempts are left. */
  static Ending failed(Claim claim, ClaimTable table, ClaimOptions options, String error) {
    String text = shortened(error);
    if (!table.retries()) {
      return new Ending(claim, Outcome.FAILED, table.statuses.failed(), null, text);
    }
    return claim.attempt() < options.maxAttempts()
        ? new Ending(
            claim, Outcome.RETRY, table.statuses.ready(), options.backoff(claim.attempt()), text)
        : new Ending(claim, Outcome.PARKED, table.statuses.parkedOrFailed(), null, text);
  }

  static Ending givenUp(Claim claim, ClaimStatuses statuses, String error) {
    return new Ending(claim, Outcome.FAILED, statuses.failed(), null, shortened(error));
  }

  /** How many attempts to take back: a claim that was never worked on is none. */
  int refund() {
    return outcome == Outcome.RELEASED ? 1 : 0;
  }

  /** NUL can't be stored, and a stack of causes need not be. */
  private static String shortened(String error) {
    String text = error.replace("\0", "");
    return text.length() <= LONGEST_ERROR ? text : text.substring(0, LONGEST_ERROR);
  }
}
