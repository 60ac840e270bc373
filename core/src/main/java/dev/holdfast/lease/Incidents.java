package dev.holdfast.lease;

import java.lang.System.Logger.Level;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * What went wrong with leases, on its way to {@code holdfast.incident}: best effort, at most a
 * thousand at a time and one statement a second; what does not fit is counted. Anybody may add.
 */
final class Incidents {

  private static final int MOST = 1_000;
  private static final long PERIOD = TimeUnit.SECONDS.toNanos(1);
  private static final long AFTER_FAILURE = TimeUnit.SECONDS.toNanos(10);

  /** As the table names them. */
  enum Kind {
    LATE_RELEASE("late-release"),
    LOST("lost"),
    STALE_WRITE("stale-write"),
    DEADLOCK("deadlock");

    final String code;

    Kind(String code) {
      this.code = code;
    }
  }

  /** One of them; {@code at} is monotonic. */
  record Incident(
      Kind kind, String resource, long fence, @Nullable String holder, String detail, long at) {}

  private final Queue<Incident> waiting = new ArrayBlockingQueue<>(MOST);
  private final AtomicInteger dropped = new AtomicInteger();
  private volatile Runnable wake = () -> {};
  private long nextFlush = System.nanoTime();

  /** What to do when the first one comes. */
  void onFirst(Runnable waking) {
    wake = waking;
  }

  void add(Kind kind, String resource, long fence, @Nullable String holder, String detail) {
    boolean first = waiting.isEmpty();
    if (!waiting.offer(new Incident(kind, resource, fence, holder, detail, System.nanoTime()))) {
      dropped.incrementAndGet();
    } else if (first) {
      wake.run();
    }
  }

  /** How many did not fit since the last time. */
  int dropped() {
    return dropped.get();
  }

  /** When there is something to send; by who has the helm. */
  long nextTime(long never) {
    return waiting.isEmpty() ? never : nextFlush;
  }

  void flush(LeaseConnection connection, long now, int timeoutMillis) throws SQLException {
    if (waiting.isEmpty() || nextFlush - now > 0) {
      return;
    }
    List<Incident> taken = new ArrayList<>(waiting.size());
    for (Incident each = waiting.poll(); each != null; each = waiting.poll()) {
      taken.add(each);
    }
    int missing = dropped.getAndSet(0);
    if (missing > 0) {
      Events.LOG.log(Level.WARNING, "{0} incidents came too fast to be recorded", missing);
    }
    nextFlush = now + AFTER_FAILURE;
    connection.reportIncidents(taken, now, timeoutMillis);
    nextFlush = now + PERIOD;
  }
}
