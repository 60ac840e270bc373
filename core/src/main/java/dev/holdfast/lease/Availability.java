package dev.holdfast.lease;

import dev.holdfast.HoldfastEvent.DatabaseBack;
import dev.holdfast.HoldfastEvent.DatabaseLost;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Whether the database answers, and when to try again if it does not: later and later, to a second.
 */
final class Availability {

  private static final long FIRST_BACKOFF = TimeUnit.MILLISECONDS.toNanos(20);
  private static final long LONGEST_BACKOFF = TimeUnit.SECONDS.toNanos(1);

  private final Events events;
  private long sendFrom = System.nanoTime();
  private long backoff = FIRST_BACKOFF;
  private @Nullable Long awaySince;
  private volatile @Nullable Throwable lastFailure;

  Availability(Events events) {
    this.events = events;
  }

  /** From when on the next batch may go out. */
  long sendFrom() {
    return sendFrom;
  }

  /** Why the database does not answer; null: it does, as far as is known. Any thread. */
  @Nullable Throwable lastFailure() {
    return lastFailure;
  }

  void answered() {
    backoff = FIRST_BACKOFF;
    lastFailure = null;
    Long since = awaySince;
    if (since != null) {
      awaySince = null;
      Duration away = Duration.ofNanos(System.nanoTime() - since);
      Events.LOG.log(Level.INFO, "the database answers again after {0} ms", away.toMillis());
      events.tell(() -> new DatabaseBack(away));
    }
  }

  void unanswered(Exception e) {
    lastFailure = e;
    sendFrom = System.nanoTime() + ThreadLocalRandom.current().nextLong(backoff / 2, backoff);
    backoff = Math.min(backoff * 2, LONGEST_BACKOFF);
    if (awaySince == null) {
      awaySince = System.nanoTime();
      Events.LOG.log(Level.WARNING, "the database does not answer: {0}", e.getMessage());
      events.tell(() -> new DatabaseLost(String.valueOf(e.getMessage())));
    }
  }

  /** It answered, with an error that passes. */
  void pauseBriefly() {
    sendFrom = System.nanoTime() + FIRST_BACKOFF;
  }

  void pause() {
    sendFrom = System.nanoTime() + LONGEST_BACKOFF;
  }
}
