package dev.holdfast.version;

import dev.holdfast.InvalidRequestException;
import java.time.Duration;

/**
 * How often and how long {@link VersionedTable#change} tries. Defaults: 10 seconds in all, 1,000
 * attempts, pauses that begin with up to 2 ms and grow to up to 50 ms.
 *
 * @param deadline how long it may take in all; 1 ms to 1 hour
 * @param maxAttempts how many times the row is read and written at most; at least 1
 * @param pause up to how long the first pause is; each is random, and the bound doubles up to 25
 *     times this
 */
public record ChangeOptions(Duration deadline, int maxAttempts, Duration pause) {

  private static final ChangeOptions DEFAULTS =
      new ChangeOptions(Duration.ofSeconds(10), 1_000, Duration.ofMillis(2));

  public ChangeOptions {
    if (deadline.toMillis() < 1 || deadline.compareTo(Duration.ofHours(1)) > 0) {
      throw new InvalidRequestException("a deadline is 1 ms to 1 hour, not " + deadline);
    }
    if (maxAttempts < 1) {
      throw new InvalidRequestException("maxAttempts must be at least 1, not " + maxAttempts);
    }
    if (pause.isNegative() || pause.compareTo(Duration.ofMinutes(1)) > 0) {
      throw new InvalidRequestException("a pause is 0 to 1 minute, not " + pause);
    }
  }

  public static ChangeOptions defaults() {
    return DEFAULTS;
  }

  public ChangeOptions withDeadline(Duration newDeadline) {
    return new ChangeOptions(newDeadline, maxAttempts, pause);
  }

  public ChangeOptions withMaxAttempts(int newMaxAttempts) {
    return new ChangeOptions(deadline, newMaxAttempts, pause);
  }

  public ChangeOptions withPause(Duration newPause) {
    return new ChangeOptions(deadline, maxAttempts, newPause);
  }
}
