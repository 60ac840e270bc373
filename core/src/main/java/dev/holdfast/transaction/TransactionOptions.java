package dev.holdfast.transaction;

import dev.holdfast.Configuration;
import dev.holdfast.Conflict;
import dev.holdfast.InvalidRequestException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How a transaction waits, when it is tried again, and when it must be over. Defaults: waits 30 s
 * for a lock, then rolls back, pauses 100 ms (half to one and a half of it) and tries again, 100
 * times at most; lock timeouts and deadlocks are tried again; all attempts together take at most
 * lock timeout + retries × interval, 40 s; the database's isolation; a warning after 10 s.
 *
 * @param patience the wait for locks, and the retries
 * @param deadline for all attempts and pauses together; null: lock timeout + retries × interval
 * @param retried what is tried again
 * @param begin how the transaction begins
 * @param care what else is looked after while it runs
 */
public record TransactionOptions(
    Patience patience, @Nullable Duration deadline, Set<Conflict> retried, Begin begin, Care care) {

  private static final Duration LONGEST = Duration.ofDays(7);
  private static final TransactionOptions DEFAULTS =
      preset(Duration.ofSeconds(30), Duration.ofMillis(100), 100);

  /**
   * The wait for locks, and the retries.
   *
   * @param lockTimeout how long one statement waits for one lock; 1 ms at least, since PostgreSQL
   *     reads 0 as "for ever"
   * @param retryInterval the pause before the next attempt, on average
   * @param maxRetries how often it is tried again
   */
  public record Patience(Duration lockTimeout, Duration retryInterval, int maxRetries) {

    public Patience {
      if (lockTimeout.toMillis() < 1 || lockTimeout.compareTo(LONGEST) > 0) {
        throw new InvalidRequestException(
            "lock_timeout must be between 1 ms and 7 days (PostgreSQL reads 0 as 'for ever'), not "
                + lockTimeout);
      }
      if (retryInterval.isNegative() || retryInterval.compareTo(LONGEST) > 0) {
        throw new InvalidRequestException(
            "lock_retry_interval must be between 0 and 7 days, not " + retryInterval);
      }
      if (maxRetries < 0 || maxRetries > 1_000_000) {
        throw new InvalidRequestException(
            "max_lock_retries must be between 0 and 1,000,000, not " + maxRetries);
      }
    }

    Duration altogether() {
      long retries = maxRetries; // by hand: Duration multiplies by way of decimals, at each begin
      Duration pauses =
          Duration.ofSeconds(
              retryInterval.getSeconds() * retries, retryInterval.getNano() * retries);
      Duration sum = lockTimeout.plus(pauses);
      return sum.compareTo(LONGEST) > 0 ? LONGEST : sum;
    }
  }

  /**
   * How the transaction begins.
   *
   * @param isolation the isolation level
   * @param readOnly whether PostgreSQL refuses writes
   * @param outcomeRow whether the transaction writes a row that proves its commit, also after a
   *     failover (schema holdfast)
   */
  public record Begin(IsolationLevel isolation, boolean readOnly, boolean outcomeRow) {

    public Begin {
      if (readOnly && outcomeRow) {
        throw new InvalidRequestException("a read-only transaction can't write an outcome row");
      }
    }
  }

  /**
   * What else is looked after while it runs.
   *
   * @param slowAfter when a function that still runs is warned about; null: never
   * @param cancellation the caller's way to stop it; null: none
   */
  public record Care(@Nullable Duration slowAfter, @Nullable Cancellation cancellation) {

    public Care {
      if (slowAfter != null && slowAfter.toMillis() < 1) {
        throw new InvalidRequestException("slow_after must be at least 1 ms, not " + slowAfter);
      }
    }
  }

  public TransactionOptions {
    if (deadline != null && (deadline.toMillis() < 1 || deadline.compareTo(LONGEST) > 0)) {
      throw new InvalidRequestException(
          "deadline must be between 1 ms and 7 days, not " + deadline);
    }
    retried = Set.copyOf(retried);
  }

  public static TransactionOptions defaults() {
    return DEFAULTS;
  }

  /** For short operations: 5 s, 50 ms, 20 retries. */
  public static TransactionOptions quick() {
    return preset(Duration.ofSeconds(5), Duration.ofMillis(50), 20);
  }

  /** Many callers modify the same rows: 5 s, 50 ms, 200 retries. */
  public static TransactionOptions highContention() {
    return preset(Duration.ofSeconds(5), Duration.ofMillis(50), 200);
  }

  /** Rows are rarely modified by two at once: 60 s, 500 ms, 10 retries. */
  public static TransactionOptions lowContention() {
    return preset(Duration.ofSeconds(60), Duration.ofMillis(500), 10);
  }

  /** Jobs that can wait: 120 s, 1 s, 60 retries. */
  public static TransactionOptions batch() {
    return preset(Duration.ofSeconds(120), Duration.ofSeconds(1), 60);
  }

  /** Transitions that people wait for: 5 s for a lock, then a clear error; no retry. */
  public static TransactionOptions workflow() {
    return preset(Duration.ofSeconds(5), Duration.ofMillis(100), 0)
        .withDeadline(Duration.ofSeconds(30));
  }

  /** The defaults, with what properties or the environment say. */
  public static TransactionOptions from(Configuration configuration) {
    TransactionOptions defaults = defaults();
    Patience patience = defaults.patience;
    Care care = defaults.care;
    return new TransactionOptions(
        new Patience(
            configuration.duration("lock_timeout").orElse(patience.lockTimeout),
            configuration.duration("lock_retry_interval").orElse(patience.retryInterval),
            configuration.integer("max_lock_retries").orElse(patience.maxRetries)),
        configuration.duration("deadline").orElse(null),
        defaults.retried,
        defaults.begin,
        new Care(configuration.duration("slow_after").orElse(care.slowAfter), null));
  }

  /** What holds for all attempts and pauses together. */
  public Duration altogether() {
    return deadline != null ? deadline : patience.altogether();
  }

  public TransactionOptions withLockTimeout(Duration lockTimeout) {
    return with(new Patience(lockTimeout, patience.retryInterval, patience.maxRetries));
  }

  public TransactionOptions withRetryInterval(Duration retryInterval) {
    return with(new Patience(patience.lockTimeout, retryInterval, patience.maxRetries));
  }

  public TransactionOptions withMaxRetries(int maxRetries) {
    return with(new Patience(patience.lockTimeout, patience.retryInterval, maxRetries));
  }

  public TransactionOptions withDeadline(Duration newDeadline) {
    return new TransactionOptions(patience, newDeadline, retried, begin, care);
  }

  /** Exactly these are tried again; none: nothing is. */
  public TransactionOptions withRetryOn(Conflict... conflicts) {
    Set<Conflict> these = EnumSet.noneOf(Conflict.class);
    these.addAll(List.of(conflicts));
    return new TransactionOptions(patience, deadline, these, begin, care);
  }

  public TransactionOptions withIsolation(IsolationLevel isolation) {
    return with(new Begin(isolation, begin.readOnly, begin.outcomeRow));
  }

  public TransactionOptions withReadOnly() {
    return with(new Begin(begin.isolation, true, begin.outcomeRow));
  }

  public TransactionOptions withOutcomeRow() {
    return with(new Begin(begin.isolation, begin.readOnly, true));
  }

  public TransactionOptions withSlowAfter(@Nullable Duration slowAfter) {
    return with(new Care(slowAfter, care.cancellation));
  }

  public TransactionOptions withCancellation(Cancellation cancellation) {
    return with(new Care(care.slowAfter, cancellation));
  }

  private TransactionOptions with(Patience newPatience) {
    return new TransactionOptions(newPatience, deadline, retried, begin, care);
  }

  private TransactionOptions with(Begin newBegin) {
    return new TransactionOptions(patience, deadline, retried, newBegin, care);
  }

  private TransactionOptions with(Care newCare) {
    return new TransactionOptions(patience, deadline, retried, begin, newCare);
  }

  private static TransactionOptions preset(Duration lockTimeout, Duration interval, int retries) {
    return new TransactionOptions(
        new Patience(lockTimeout, interval, retries),
        null,
        EnumSet.of(Conflict.LOCK_TIMEOUT, Conflict.DEADLOCK),
        new Begin(IsolationLevel.DEFAULT, false, false),
        new Care(Duration.ofSeconds(10), null));
  }
}
