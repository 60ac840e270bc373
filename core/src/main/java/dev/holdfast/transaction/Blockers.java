package dev.holdfast.transaction;

import dev.holdfast.Blocker;
import dev.holdfast.internal.Connector;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Finds out who is in the way, while the wait lasts: afterwards nobody knows. An attempt that is
 * older than half its lock timeout is looked at, and again every quarter of it: so each wait that
 * times out has been seen. One query looks at all of them, one at a time, from a connection of the
 * application's; if there is none to be had at once, nobody is named and nothing else suffers.
 */
final class Blockers implements Watchdog.Looks {

  private static final long OFTEN = TimeUnit.MILLISECONDS.toNanos(20);
  private static final long RARELY = TimeUnit.SECONDS.toNanos(1);
  private static final int CONNECT_MILLIS = 500;
  private static final int ANSWER_MILLIS = 2_000;

  private final Connector connector;
  private final AtomicBoolean looking = new AtomicBoolean();

  Blockers(DataSource dataSource) {
    this.connector = new Connector(dataSource);
  }

  @Override
  public void at(Set<Running> all, long now, Executor helpers) {
    List<Running> due = all.stream().filter(running -> isDue(running, now)).toList();
    if (!due.isEmpty() && looking.compareAndSet(false, true)) {
      try {
        helpers.execute(() -> look(due));
      } catch (RuntimeException e) {
        looking.set(false);
        throw e;
      }
    }
  }

  private static boolean isDue(Running running, long now) {
    long timeout = running.lockTimeout();
    long pause = Math.max(OFTEN, Math.min(timeout / 4, RARELY));
    return running.isInside()
        && now - running.attemptAt() >= timeout / 2
        && now - Math.max(running.blockersAt(), running.attemptAt()) >= pause;
  }

  private void look(List<Running> due) {
    try {
      Map<Integer, List<Blocker>> seen = ask(due.stream().map(Running::backend).toList());
      due.forEach(running -> running.blockedBy(seen.getOrDefault(running.backend(), List.of())));
    } catch (SQLException e) {
      due.forEach(running -> running.blockedBy(List.of())); // not again at once
    } finally {
      looking.set(false);
    }
  }

  private Map<Integer, List<Blocker>> ask(List<Integer> pids) throws SQLException {
    try (Connection connection = connector.open(CONNECT_MILLIS)) {
      int timeout = connection.getNetworkTimeout();
      connection.setNetworkTimeout(Runnable::run, ANSWER_MILLIS);
      try (PreparedStatement statement = connection.prepareStatement(TransactionSql.BLOCKERS)) {
        statement.setObject(1, pids.toArray(Integer[]::new));
        Map<Integer, List<Blocker>> seen = read(statement);
        connection.setNetworkTimeout(Runnable::run, timeout);
        return seen;
      }
    }
  }

  private static Map<Integer, List<Blocker>> read(PreparedStatement statement) throws SQLException {
    Map<Integer, List<Blocker>> seen = new HashMap<>();
    try (ResultSet row = statement.executeQuery()) {
      while (row.next()) {
        seen.computeIfAbsent(row.getInt(1), pid -> new ArrayList<>()).add(blocker(row));
      }
    }
    return seen;
  }

  private static Blocker blocker(ResultSet row) throws SQLException {
    return new Blocker(
        row.getInt(2),
        text(row, 3),
        text(row, 4),
        new Blocker.Ages(age(row, 5), age(row, 6)),
        text(row, 7));
  }

  private static String text(ResultSet row, int column) throws SQLException {
    return Objects.requireNonNullElse(row.getString(column), "");
  }

  private static @Nullable Duration age(ResultSet row, int column) throws SQLException {
    long millis = row.getLong(column);
    return row.wasNull() ? null : Duration.ofMillis(millis);
  }
}
