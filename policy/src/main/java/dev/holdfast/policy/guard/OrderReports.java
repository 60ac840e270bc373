package dev.holdfast.policy.guard;

import dev.holdfast.policy.TableName;
import dev.holdfast.policy.sql.Lock;
import dev.holdfast.policy.sql.StatementLocks;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import javax.sql.DataSource;

/**
 * Counts in which order transactions lock tables, and tells the database once in a while, where the
 * console shows it beside the declared order. Needs the schema holdfast and the role {@code
 * holdfast_user}. What can't be told is kept for the next time; the application is never held up.
 */
public final class OrderReports implements AutoCloseable {

  static final int MOST = 1_000;

  private static final Logger LOG = System.getLogger(OrderReports.class.getName());
  private static final Duration EVERY = Duration.ofSeconds(10);
  private static final int ANSWER_SECONDS = 5;
  private static final String REPORT = "select holdfast.report_lock_order(?, ?, ?, ?)";

  private final DataSource database;
  private final String application;
  private final Map<Pair, LongAdder> seen = new ConcurrentHashMap<>();
  private final ScheduledExecutorService teller;

  /** One was locked, then the other. */
  private record Pair(TableName held, TableName wanted) {}

  private OrderReports(DataSource database, String application) {
    this.database = database;
    this.application = application;
    this.teller = Executors.newSingleThreadScheduledExecutor(OrderReports::thread);
  }

  /**
   * Begins to count and to tell.
   *
   * @param database where the schema holdfast is; not the guarded one
   * @param application what the console calls this program, 1 to 200 characters
   */
  public static OrderReports to(DataSource database, String application) {
    if (application.isEmpty() || application.length() > 200) {
      throw new IllegalArgumentException("an application has a name of 1 to 200 characters");
    }
    OrderReports reports = new OrderReports(database, application);
    reports.teller.scheduleWithFixedDelay(
        reports::tell, EVERY.toMillis(), EVERY.toMillis(), TimeUnit.MILLISECONDS);
    return reports;
  }

  /** A transaction that has locked these tables takes the locks of this statement. */
  void note(Iterable<TableName> held, StatementLocks statement) {
    List<TableName> before = new ArrayList<>();
    held.forEach(before::add);
    for (Lock lock : statement.locks()) {
      if (!before.contains(lock.table())) {
        before.forEach(table -> count(new Pair(table, lock.table())));
        before.add(lock.table());
      }
    }
  }

  private void count(Pair pair) {
    LongAdder counter = seen.get(pair);
    if (counter == null && seen.size() < MOST) {
      counter = seen.computeIfAbsent(pair, key -> new LongAdder());
    }
    if (counter != null) {
      counter.increment();
    }
  }

  /** Tells what was counted since the last time. */
  private synchronized void tell() {
    List<Pair> pairs = new ArrayList<>();
    List<Long> counts = new ArrayList<>();
    seen.forEach(
        (pair, counter) -> {
          long count = counter.sumThenReset();
          if (count > 0) {
            pairs.add(pair);
            counts.add(count);
          }
        });
    if (pairs.isEmpty()) {
      return;
    }
    try (Connection connection = database.getConnection();
        PreparedStatement report = connection.prepareStatement(REPORT)) {
      connection.setAutoCommit(true);
      report.setQueryTimeout(ANSWER_SECONDS);
      report.setString(1, application);
      report.setArray(2, connection.createArrayOf("text", names(pairs, true)));
      report.setArray(3, connection.createArrayOf("text", names(pairs, false)));
      report.setArray(4, connection.createArrayOf("bigint", counts.toArray(Long[]::new)));
      report.execute();
    } catch (SQLException | RuntimeException e) {
      for (int i = 0; i < pairs.size(); i++) {
        seen.computeIfAbsent(pairs.get(i), key -> new LongAdder()).add(counts.get(i));
      }
      LOG.log(Level.DEBUG, "the order of locks could not be reported, it is tried again", e);
    }
  }

  private static String[] names(List<Pair> pairs, boolean held) {
    return pairs.stream()
        .map(pair -> (held ? pair.held() : pair.wanted()).toString())
        .toArray(String[]::new);
  }

  private static Thread thread(Runnable work) {
    Thread thread = new Thread(work, "holdfast-order-reports");
    thread.setDaemon(true);
    return thread;
  }

  /** Tells the rest, and stops. */
  @Override
  public void close() {
    teller.shutdown();
    tell();
  }
}
