package dev.holdfast.transaction;

import java.lang.System.Logger.Level;
import java.sql.SQLException;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/**
 * Keeps the table of outcome rows small, while transactions that write them are under way: once a
 * minute, in small transactions of its own.
 */
final class Pruning implements Watchdog.Looks {

  private static final System.Logger LOG = System.getLogger("dev.holdfast");
  private static final long PAUSE = TimeUnit.MINUTES.toNanos(1);
  private static final int ROWS = 1_000;
  private static final int ROUNDS = 100;

  private final Outcomes outcomes;
  private boolean began;
  private long last;

  Pruning(Outcomes outcomes) {
    this.outcomes = outcomes;
  }

  @Override
  public void at(Set<Running> all, long now, Executor helpers) {
    boolean due = !began || now - last > PAUSE;
    if (due && all.stream().anyMatch(running -> running.options().begin().outcomeRow())) {
      began = true;
      last = now;
      helpers.execute(this::prune);
    }
  }

  private void prune() {
    try {
      for (int round = 0; round < ROUNDS && outcomes.prune(ROWS); round++) {
        LOG.log(Level.DEBUG, "forgot {0} outcome rows", ROWS);
      }
    } catch (SQLException e) {
      LOG.log(Level.DEBUG, "old outcome rows could not be forgotten; tried again in a minute", e);
    }
  }
}
