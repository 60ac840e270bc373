package dev.holdfast.policy.graph;

/**
 * What came of a replay.
 *
 * @param words what PostgreSQL said, or why there was no deadlock
 */
public record ReplayResult(Outcome outcome, String words) {

  /** Whether it is proved. */
  public enum Outcome {
    /** PostgreSQL ended one of the transactions with 40P01. */
    CONFIRMED,
    /** There was no deadlock this time; that proves nothing. */
    NOT_CONFIRMED
  }

  public boolean isConfirmed() {
    return outcome == Outcome.CONFIRMED;
  }

  static ReplayResult confirmed(String words) {
    return new ReplayResult(Outcome.CONFIRMED, words);
  }

  static ReplayResult not(String why) {
    return new ReplayResult(Outcome.NOT_CONFIRMED, why);
  }
}
