package dev.holdfast.lease;

import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/**
 * Small work between batches: gives up places in queues that nobody stands in any more, records
 * what went wrong, and about once a minute keeps the tables small, a thousand rows at a time.
 */
final class Housekeeping {

  private static final int MOST_ROWS = 1_000;
  private static final long ROUND = TimeUnit.SECONDS.toNanos(60);
  private static final long MORE_TO_DO = TimeUnit.MILLISECONDS.toNanos(200);

  private final Lane[] lanes;
  private final Incidents incidents;
  private long nextRound = System.nanoTime() + jittered(ROUND);
  private int bucket;

  Housekeeping(Lane[] lanes, Incidents incidents) {
    this.lanes = lanes;
    this.incidents = incidents;
  }

  void tidy(LeaseConnection connection, long now, int timeoutMillis) throws SQLException {
    for (Lane lane : lanes) {
      List<String> left = lane.queues.takeLeft();
      if (!left.isEmpty()) {
        connection.leave(lane.bucket, left, timeoutMillis);
      }
    }
    incidents.flush(connection, now, timeoutMillis);
    if (nextRound - now <= 0) {
      nextRound = now + jittered(ROUND / lanes.length);
      if (connection.maintain(bucket, MOST_ROWS, timeoutMillis)) {
        nextRound = now + MORE_TO_DO;
      } else {
        bucket = (bucket + 1) % lanes.length;
      }
    }
  }

  /** Records what there is, now. */
  void finish(LeaseConnection connection, int timeoutMillis) throws SQLException {
    incidents.flush(connection, incidents.nextTime(System.nanoTime()), timeoutMillis);
  }

  /** At once where a queue was left: others would wait for this process in vain. */
  long nextTime(long now) {
    for (Lane lane : lanes) {
      if (lane.queues.hasLeft()) {
        return now;
      }
    }
    long flush = incidents.nextTime(nextRound);
    return flush - nextRound < 0 ? flush : nextRound;
  }

  private static long jittered(long nanos) {
    return ThreadLocalRandom.current().nextLong(nanos / 2, nanos * 3 / 2);
  }
}
