package dev.holdfast;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The deadline passed while the transaction was under way: it was rolled back, nothing was
 * committed. Give it more time, or find out what takes so long: the cause, if there is one, is
 * where it was stopped.
 */
public final class DeadlineExceededException extends HoldfastException {

  private static final long serialVersionUID = 1L;

  private final Duration deadline;
  private final int attempts;

  public DeadlineExceededException(Duration deadline, int attempts, @Nullable Throwable cause) {
    super(
        "the transaction was not done within its deadline of %,d ms (attempt %d): it was rolled"
                .formatted(deadline.toMillis(), attempts)
            + " back; give it more time, or make it shorter",
        cause);
    this.deadline = deadline;
    this.attempts = attempts;
  }

  /** What was allowed for all attempts together. */
  public Duration deadline() {
    return deadline;
  }

  /** How often the function was begun. */
  public int attempts() {
    return attempts;
  }
}
