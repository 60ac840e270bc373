package dev.holdfast.lease;

import dev.holdfast.HoldfastEvent.ClockDrift;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Compares how far the database's clock and ours went between batches. A jump forward ends leases
 * early, a jump back keeps those of the dead: somebody should know.
 */
final class ClockCheck {

  private static final Duration WORTH_TELLING = Duration.ofSeconds(1);

  private final Events events;
  private @Nullable Instant lastAt;
  private long lastNanos;
  private long lastTook;
  private @Nullable Instant base;
  private long baseNanos;

  ClockCheck(Events events) {
    this.events = events;
  }

  void look(List<Answer> answers, long sentAt, long took) {
    if (answers.isEmpty() || answers.get(0).standing() == null) {
      return;
    }
    Instant at = answers.get(0).standing().at();
    rebase(at, sentAt);
    Instant before = lastAt;
    if (before != null) {
      Duration there = Duration.between(before, at);
      Duration here = Duration.ofNanos(sentAt - lastNanos);
      Duration drift = there.minus(here);
      if (drift.abs().minusNanos(took + lastTook).compareTo(WORTH_TELLING) > 0) {
        Events.LOG.log(Level.WARNING, "the database''s clock jumped by {0} ms", drift.toMillis());
        events.tell(() -> new ClockDrift(drift));
      }
    }
    lastAt = at;
    lastNanos = sentAt;
    lastTook = took;
  }

  /**
   * A monotonic time as milliseconds by the database's clock. The same time gives the same answer
   * each time, unless a clock jumped.
   */
  long millisAt(long nanoTime) {
    Instant then = base;
    return then == null
        ? System.currentTimeMillis()
        : then.plusNanos(nanoTime - baseNanos).toEpochMilli();
  }

  private void rebase(Instant at, long sentAt) {
    Instant then = base;
    if (then == null
        || Duration.between(then.plusNanos(sentAt - baseNanos), at).abs().compareTo(WORTH_TELLING)
            > 0) {
      base = at;
      baseNanos = sentAt;
    }
  }
}
