package dev.holdfast.claim;

import dev.holdfast.InvalidRequestException;
import java.time.Duration;

/**
 * How claims are kept and tried again. Defaults: 5 attempts, the second 1 s after the first failed,
 * then twice as long each time, an hour at most; the worker's lease lasts 30 s between renewals.
 *
 * @param maxAttempts after so many claims without success a row is parked
 * @param firstBackoff how long after the first failed attempt the second may begin
 * @param maxBackoff the longest pause between attempts
 * @param workerTtl how soon the claims of a dead process may be taken over, at the latest; all
 *     claims of a process that use one ttl share one lease
 */
public record ClaimOptions(
    int maxAttempts, Duration firstBackoff, Duration maxBackoff, Duration workerTtl) {

  private static final Duration LONGEST = Duration.ofDays(365);
  private static final ClaimOptions DEFAULTS =
      new ClaimOptions(5, Duration.ofSeconds(1), Duration.ofHours(1), Duration.ofSeconds(30));
  private static final int MOST_ATTEMPTS = 1_000_000;

  public ClaimOptions {
    if (maxAttempts < 1 || maxAttempts > MOST_ATTEMPTS) {
      throw new InvalidRequestException(
          "maxAttempts is between 1 and " + MOST_ATTEMPTS + ", not " + maxAttempts);
    }
    if (firstBackoff.isNegative() || firstBackoff.compareTo(maxBackoff) > 0) {
      throw new InvalidRequestException(
          "the first backoff is between 0 and maxBackoff, not " + firstBackoff);
    }
    if (maxBackoff.compareTo(LONGEST) > 0) {
      throw new InvalidRequestException("maxBackoff is at most a year, not " + maxBackoff);
    }
    if (workerTtl.compareTo(Duration.ofMillis(100)) < 0) {
      throw new InvalidRequestException("workerTtl is at least 100 ms, not " + workerTtl);
    }
  }

  public static ClaimOptions defaults() {
    return DEFAULTS;
  }

  public ClaimOptions withMaxAttempts(int attempts) {
    return new ClaimOptions(attempts, firstBackoff, maxBackoff, workerTtl);
  }

  public ClaimOptions withBackoff(Duration first, Duration longest) {
    return new ClaimOptions(maxAttempts, first, longest, workerTtl);
  }

  public ClaimOptions withWorkerTtl(Duration ttl) {
    return new ClaimOptions(maxAttempts, firstBackoff, maxBackoff, ttl);
  }

  /** How long to wait after this attempt failed: doubled each time. */
  Duration backoff(int attempt) {
    int doublings = Math.min(Math.max(attempt - 1, 0), 30);
    long millis = Math.max(firstBackoff.toMillis(), 0) << doublings;
    boolean tooFar =
        millis > maxBackoff.toMillis() || millis >> doublings != firstBackoff.toMillis();
    return tooFar ? maxBackoff : Duration.ofMillis(millis);
  }
}
