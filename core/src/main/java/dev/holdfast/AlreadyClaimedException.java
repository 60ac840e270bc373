package dev.holdfast;

/**
 * A row is not in the state that the caller expected: somebody else was first. Nothing was changed;
 * reload it and decide again.
 */
public final class AlreadyClaimedException extends HoldfastException {

  private static final long serialVersionUID = 1L;

  private final String row;
  private final String expected;
  private final String actual;

  /**
   * The loser's answer.
   *
   * @param row which one, for people: table and key
   * @param expected the state it should have had
   * @param actual the state it has
   */
  public AlreadyClaimedException(String row, String expected, String actual) {
    super(
        "%s is already claimed: it is in state %s, not %s; reload it and decide again"
            .formatted(row, actual, expected),
        null);
    this.row = row;
    this.expected = expected;
    this.actual = actual;
  }

  public String row() {
    return row;
  }

  public String expected() {
    return expected;
  }

  /** The state found under the lock. */
  public String actual() {
    return actual;
  }
}
