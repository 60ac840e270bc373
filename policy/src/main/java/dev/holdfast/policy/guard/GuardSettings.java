package dev.holdfast.policy.guard;

import dev.holdfast.policy.sql.LockAnalysis;
import dev.holdfast.policy.sql.SqlLocks;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Settings of the guard. Defaults: THROW, the analysis of SQL text without a catalog, no listener,
 * the same violation is logged once a minute.
 *
 * @param analysis says which locks a text takes; with a catalog it knows foreign keys, cascades and
 *     triggers too. It is asked for every statement, so it should remember texts
 * @param listeners who hears of violations
 * @param logEvery how often the same violation (rule, table, statement) is logged at most
 * @param reports where the orders in which tables are locked are counted; null: nowhere
 */
public record GuardSettings(
    GuardMode mode,
    LockAnalysis analysis,
    List<GuardListener> listeners,
    Duration logEvery,
    @Nullable OrderReports reports) {

  public GuardSettings {
    if (logEvery.isNegative() || logEvery.compareTo(Duration.ofDays(1)) > 0) {
      throw new IllegalArgumentException("logEvery is between 0 and 1 day, not " + logEvery);
    }
    listeners = List.copyOf(listeners);
  }

  public static GuardSettings defaults() {
    return new GuardSettings(
        GuardMode.THROW, SqlLocks.plain(), List.of(), Duration.ofMinutes(1), null);
  }

  public GuardSettings withMode(GuardMode newMode) {
    return new GuardSettings(newMode, analysis, listeners, logEvery, reports);
  }

  public GuardSettings withAnalysis(LockAnalysis newAnalysis) {
    return new GuardSettings(mode, newAnalysis, listeners, logEvery, reports);
  }

  /** One more listener. */
  public GuardSettings withListener(GuardListener listener) {
    List<GuardListener> more = new ArrayList<>(listeners);
    more.add(listener);
    return new GuardSettings(mode, analysis, more, logEvery, reports);
  }

  public GuardSettings withLogEvery(Duration newLogEvery) {
    return new GuardSettings(mode, analysis, listeners, newLogEvery, reports);
  }

  /** Counts the orders in which tables are locked, for the console. */
  public GuardSettings withReports(OrderReports newReports) {
    return new GuardSettings(mode, analysis, listeners, logEvery, newReports);
  }
}
