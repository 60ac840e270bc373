package dev.holdfast;

/**
 * More requests are under way than {@link HoldfastSettings#maxPending()} allows; this one was
 * refused before anything was sent. Slow down, or raise the limit.
 */
public final class OverloadedException extends HoldfastException {

  private static final long serialVersionUID = 1L;

  private final int limit;

  public OverloadedException(int limit) {
    super(
        limit
            + " requests for leases are under way already, this one was refused: slow down, or raise"
            + " maxPending",
        null);
    this.limit = limit;
  }

  /** How many may be under way. */
  public int limit() {
    return limit;
  }
}
