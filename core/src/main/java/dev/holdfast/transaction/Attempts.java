package dev.holdfast.transaction;

import dev.holdfast.Conflict;
import dev.holdfast.ConflictException.Course;
import dev.holdfast.DeadlockException;
import dev.holdfast.HoldfastEvent;
import dev.holdfast.HoldfastEvent.LockWaitTimedOut;
import dev.holdfast.HoldfastEvent.TransactionRetried;
import dev.holdfast.LockTimeoutException;
import dev.holdfast.SerializationException;
import dev.holdfast.StaleVersionException;
import dev.holdfast.internal.Listeners;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The failures of one run, and what follows from each: another attempt, or which error. */
final class Attempts {

  private static final int MOST_REMEMBERED = 10;
  private static final int DEEPEST = 20;

  private final Running running;
  private final Listeners<HoldfastEvent> events;
  private final boolean joined;
  private final List<Throwable> earlier = new ArrayList<>();

  Attempts(Running running, Listeners<HoldfastEvent> events, boolean joined) {
    this.running = running;
    this.events = events;
    this.joined = joined;
  }

  /** Returns, after a pause, if it is to be tried again; else answers what is to be thrown. */
  @Nullable Throwable afterwards(Exception failure) {
    Conflict conflict = Conflict.in(failure).orElse(null);
    Stop stop = running.due();
    if (stop != null && conflict != Conflict.LOCK_TIMEOUT && wasStopped(failure)) {
      return remembering(stop.error(running.options(), running.attempt(), failure));
    }
    if (conflict == Conflict.LOCK_TIMEOUT) {
      events.tell(() -> new LockWaitTimedOut(running.attempt(), running.blockers()));
    }
    if (conflict == null || !mayRetry(conflict)) {
      return remembering(typed(conflict, failure));
    }
    return pause(conflict, failure);
  }

  private @Nullable Throwable pause(Conflict conflict, Exception failure) {
    long pause = jittered(running.options().patience().retryInterval());
    if (pause >= running.left()) {
      return remembering(typed(conflict, failure));
    }
    events.tell(() -> new TransactionRetried(conflict, running.attempt(), Duration.ofNanos(pause)));
    Stop stop = running.pause(pause);
    if (stop == Stop.DEADLINE) {
      return remembering(typed(conflict, failure));
    }
    if (stop != null) {
      return remembering(stop.error(running.options(), running.attempt(), failure));
    }
    if (earlier.size() < MOST_REMEMBERED) {
      earlier.add(failure);
    }
    return null;
  }

  private boolean mayRetry(Conflict conflict) {
    TransactionOptions options = running.options();
    return !joined
        && options.retried().contains(conflict)
        && running.attempt() <= options.patience().maxRetries();
  }

  /** Half to one and a half: those who failed together do not come back together. */
  private static long jittered(Duration interval) {
    long nanos = interval.toNanos();
    return nanos / 2 + (nanos == 0 ? 0 : ThreadLocalRandom.current().nextLong(nanos));
  }

  private Throwable typed(@Nullable Conflict conflict, Exception failure) {
    Course course = new Course(running.attempt(), running.took(), joined);
    if (conflict == null) {
      return failure;
    }
    return switch (conflict) {
      case LOCK_TIMEOUT ->
          new LockTimeoutException(
              TimeUnit.NANOSECONDS.toMillis(running.lockTimeout()) + " ms",
              course,
              running.blockers(),
              failure);
      case DEADLOCK -> new DeadlockException(course, failure);
      case SERIALIZATION ->
          failure instanceof StaleVersionException // says more: which row, which version
              ? failure
              : new SerializationException(course, failure);
      case LOCKED, CONNECTION_LOST -> failure;
    };
  }

  private Throwable remembering(Throwable end) {
    for (Throwable failure : earlier) {
      if (failure != end) {
        end.addSuppressed(failure);
      }
    }
    return end;
  }

  /** Whether it is what a cancel, or a connection that was given up, looks like. */
  private static boolean wasStopped(Throwable failure) {
    Throwable e = failure;
    for (int depth = 0; e != null && depth < DEEPEST; depth++) {
      if (e instanceof SQLException sql) {
        String state = String.valueOf(sql.getSQLState());
        if (state.equals("57014") || state.equals("25P02") || Outcomes.answerWasLost(sql)) {
          return true;
        }
      }
      e = e.getCause();
    }
    return false;
  }
}
