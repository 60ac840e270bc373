package dev.holdfast.transaction;

import dev.holdfast.HoldfastEvent;
import dev.holdfast.HoldfastEvent.TransactionSlow;
import dev.holdfast.internal.Listeners;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Warns, once and while it still runs, about a function that keeps its transaction for long after
 * its first statement was answered: a call to somewhere else inside a lock, mostly. The log says
 * where its thread is.
 */
final class Slowness implements Watchdog.Looks {

  private static final System.Logger LOG = System.getLogger("dev.holdfast");
  private static final int FRAMES = 8;

  private final Listeners<HoldfastEvent> events;

  Slowness(Listeners<HoldfastEvent> events) {
    this.events = events;
  }

  @Override
  public void at(Set<Running> all, long now, Executor helpers) {
    for (Running running : all) {
      Duration slowAfter = running.options().care().slowAfter();
      long answered = running.answeredAt();
      if (slowAfter != null
          && answered != 0
          && now - answered > slowAfter.toNanos()
          && running.isInside()
          && !running.isWarned()) {
        helpers.execute(() -> warn(running.thread(), Duration.ofNanos(now - answered)));
        running.warned();
      }
    }
  }

  private void warn(Thread thread, Duration running) {
    LOG.log(
        Level.WARNING,
        "a function keeps its transaction, and its locks, for {0} ms already: move calls to other"
            + " systems out of it (thread {1})\n{2}",
        running.toMillis(),
        thread.getName(),
        Stream.of(thread.getStackTrace())
            .limit(FRAMES)
            .map(frame -> "  at " + frame)
            .collect(Collectors.joining("\n")));
    events.tell(() -> new TransactionSlow(thread.getName(), running));
  }
}
