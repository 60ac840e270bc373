package dev.holdfast.claim;

import dev.holdfast.InvalidRequestException;
import org.jspecify.annotations.Nullable;

/**
 * The values of the status column. Defaults: {@code ready}, no status of its own while claimed,
 * {@code done}, {@code failed}, parked rows are failed ones.
 *
 * @param ready may be claimed
 * @param claimed being worked on; null: the status stays as it is and the lock id alone tells
 * @param done finished
 * @param failed given up by the application
 * @param parked tried too often, waits for a person; null: {@code failed}
 */
public record ClaimStatuses(
    String ready, @Nullable String claimed, String done, String failed, @Nullable String parked) {

  private static final int MAX_LENGTH = 100;

  public ClaimStatuses {
    check(ready);
    check(claimed == null ? ready : claimed);
    check(done);
    check(failed);
    check(parked == null ? failed : parked);
    if (ready.equals(done) || ready.equals(failed) || ready.equals(parked)) {
      throw new InvalidRequestException("the status " + ready + " can't be ready and over at once");
    }
    if (done.equals(claimed) || failed.equals(claimed)) {
      throw new InvalidRequestException("the status " + claimed + " can't be claimed and over");
    }
  }

  /** {@code ready}, {@code done}, {@code failed}. */
  public static ClaimStatuses defaults() {
    return of("ready", "done", "failed");
  }

  public static ClaimStatuses of(String ready, String done, String failed) {
    return new ClaimStatuses(ready, null, done, failed, null);
  }

  public ClaimStatuses withClaimed(String newClaimed) {
    return new ClaimStatuses(ready, newClaimed, done, failed, parked);
  }

  public ClaimStatuses withParked(String newParked) {
    return new ClaimStatuses(ready, claimed, done, failed, newParked);
  }

  String parkedOrFailed() {
    return parked == null ? failed : parked;
  }

  private static void check(String status) {
    boolean plain = status.chars().noneMatch(c -> Character.isISOControl(c) || c == '\\');
    if (status.isEmpty() || status.length() > MAX_LENGTH || !plain) {
      throw new InvalidRequestException(
          "a status has 1 to " + MAX_LENGTH + " characters, no control character, no backslash");
    }
  }
}
