package dev.holdfast.server.watch;

import dev.holdfast.HoldfastException;
import dev.holdfast.LeaseLostException;
import dev.holdfast.lease.Lease;
import dev.holdfast.lease.LeaseOptions;
import dev.holdfast.lease.Leases;
import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Looks, each second, while it has the lease. Those who have it not ask for it now and then; they
 * do not stand in its queue, where they would look like somebody who is kept from work.
 */
final class Observer implements AutoCloseable {

  static final String RESOURCE = "holdfast/observer";

  private static final System.Logger LOG = System.getLogger("dev.holdfast.server");
  private static final LeaseOptions LEASE = LeaseOptions.defaults().withTtl(Duration.ofSeconds(15));
  private static final int LEASES_A_LOOK = 2_000;
  private static final int FORGET_EVERY = 10;
  private static final int FORGET_AT_ONCE = 50_000;
  private static final Duration HELD_BACK = Duration.ofMinutes(1);

  /** What a look brought. */
  record Look(int told, long lastSeq, Duration heldBack, boolean scanned, Duration took) {}

  private final Leases leases;
  private final DataSource dataSource;
  private final Runnable news;
  private final Ticker ticker;
  private final ScanPace pace = new ScanPace();
  private final LongAdder looks = new LongAdder();
  private final LongAdder told = new LongAdder();
  private @Nullable Lease lease;
  private volatile @Nullable Look last;
  private volatile boolean observing;
  private boolean failing;

  Observer(Leases leases, DataSource dataSource, Duration period, Runnable news) {
    this.leases = leases;
    this.dataSource = dataSource;
    this.news = news;
    this.ticker = new Ticker("holdfast-observer", period, this::round);
  }

  void start() {
    ticker.start();
  }

  boolean isObserving() {
    return observing;
  }

  long looks() {
    return looks.sum();
  }

  long told() {
    return told.sum();
  }

  @Nullable Look last() {
    return last;
  }

  /** Gives the lease back, so that another service goes on at once. */
  @Override
  public void close() {
    ticker.close();
    if (lease != null) {
      lease.close();
    }
    observing = false;
  }

  private boolean round() {
    try {
      if (lease == null) {
        lease = leases.tryAcquire(RESOURCE, LEASE).orElse(null);
      }
      observing = lease != null;
      if (lease != null) {
        look(lease);
      }
      failing = false;
    } catch (LeaseLostException e) {
      LOG.log(Level.INFO, "another service observes from now on: {0}", e.getMessage());
      lease = null;
      observing = false;
    } catch (HoldfastException | SQLException e) {
      if (!failing) {
        LOG.log(Level.WARNING, "can''t observe, trying again: {0}", e.getMessage());
      }
      failing = true;
    }
    return false;
  }

  /** One look: what it tells commits only while the lease is ours. */
  void look(Lease ours) throws SQLException {
    boolean scan = pace.isDue(System.nanoTime());
    long start = System.nanoTime();
    Look look =
        guarded(
            ours,
            WatchSql.OBSERVE,
            row ->
                new Look(
                    row.getInt(1),
                    row.getLong(2),
                    Duration.ofMillis(row.getLong(3)),
                    scan,
                    Duration.ofNanos(System.nanoTime() - start)),
            scan,
            LEASES_A_LOOK);
    if (scan) {
      pace.scanned(System.nanoTime(), look.took().toNanos());
    }
    last = look;
    looks.increment();
    told.add(look.told());
    afterwards(ours, look);
  }

  private void afterwards(Lease ours, Look look) throws SQLException {
    if (look.told() > 0) {
      news.run();
    }
    if (looks() % FORGET_EVERY != 0) {
      return;
    }
    guarded(ours, WatchSql.FORGET, row -> row.getInt(1), FORGET_AT_ONCE);
    if (look.heldBack().compareTo(HELD_BACK) > 0) {
      LOG.log(
          Level.WARNING,
          "a transaction has been open for {0} s: what leases did in it may be told late, and not at"
              + " all after 5 minutes",
          look.heldBack().toSeconds());
    }
  }

  /** One statement, in a transaction that commits only while the lease is ours. */
  private <T> T guarded(Lease ours, String sql, Reads.Row<T> row, Object... arguments)
      throws SQLException {
    try (Connection connection = dataSource.getConnection()) {
      boolean autoCommit = connection.getAutoCommit();
      connection.setAutoCommit(false);
      try {
        connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
        ours.guard(connection);
        T result = Reads.all(connection, sql, row, arguments).get(0);
        connection.commit();
        return result;
      } catch (SQLException | RuntimeException e) {
        connection.rollback();
        throw e;
      } finally {
        connection.setAutoCommit(autoCommit);
      }
    }
  }
}
