package dev.holdfast.bench.measure;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Looks again and again how many connections there are while something runs. */
public final class ConnectionWatch {

  private static final int MOST_LOOKS = 10_000;
  private static final long PAUSE_MILLIS = 10;

  private ConnectionWatch() {}

  /** The most that were seen. */
  public static int most(Database database, Wire.Action action) throws Exception {
    ExecutorService thread = Executors.newSingleThreadExecutor();
    try {
      Future<?> running =
          thread.submit(
              () -> {
                action.run();
                return null;
              });
      int most = 0;
      for (int look = 0; look < MOST_LOOKS; look++) {
        most = Math.max(most, database.connectionsInUse());
        if (isOver(running)) {
          return most;
        }
      }
      throw new IllegalStateException("what was to be watched did not end");
    } finally {
      thread.shutdownNow();
    }
  }

  private static boolean isOver(Future<?> running) throws Exception {
    try {
      running.get(PAUSE_MILLIS, TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    }
  }
}
