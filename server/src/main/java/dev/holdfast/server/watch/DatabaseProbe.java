package dev.holdfast.server.watch;

import dev.holdfast.HoldfastException;
import dev.holdfast.schema.Schema;
import dev.holdfast.schema.SchemaInfo;
import java.lang.System.Logger.Level;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import javax.sql.DataSource;

/**
 * Asks the database, every two seconds, whether it answers and has the schema. Who wants to know
 * hears what came of it last: however many ask, and whoever they are, the database is asked as
 * often. It has a connection of its own each time, so that neither contention nor a busy pool
 * matters.
 */
public final class DatabaseProbe implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger("dev.holdfast.server");
  private static final Duration PERIOD = Duration.ofSeconds(2);
  private static final Duration QUICK = Duration.ofSeconds(1);
  private static final Duration FRESH = Duration.ofSeconds(10);

  private record Probe(boolean ok, boolean asked, long nanoTime) {}

  private record Numbers(double lagSeconds, double waiting) {}

  private final Schema schema;
  private final Reads reads;
  private final Ticker ticker;
  private volatile Probe last = new Probe(false, false, System.nanoTime());
  private volatile Numbers numbers = new Numbers(Double.NaN, Double.NaN);

  private DatabaseProbe(DataSource dataSource) {
    this.schema = Schema.of(dataSource);
    this.reads = new Reads(dataSource);
    this.ticker = new Ticker("holdfast-probe", PERIOD, this::probe);
  }

  /** Starts it; it is not ready before the first answer came. */
  public static DatabaseProbe start(DataSource dataSource) {
    DatabaseProbe probe = new DatabaseProbe(dataSource);
    probe.ticker.start();
    return probe;
  }

  /** Whether it answered within a second, and has the schema, when it was asked last. */
  public boolean isReady() {
    Probe probe = last;
    return probe.ok && System.nanoTime() - probe.nanoTime < FRESH.toNanos();
  }

  @Override
  public void close() {
    ticker.close();
  }

  /** How many wait, as it was counted last; NaN: not known. */
  public double waiting() {
    return numbers.waiting;
  }

  /** How long ago somebody observed, in seconds, as it was read last; NaN: not known, or never. */
  public double lagSeconds() {
    return numbers.lagSeconds;
  }

  private boolean probe() {
    long start = System.nanoTime();
    try {
      Optional<SchemaInfo> found = schema.info();
      long took = System.nanoTime() - start;
      schema.requireUsable(found);
      boolean quick = took <= QUICK.toNanos();
      heard(quick, quick ? "" : "the database took " + took / 1_000_000 + " ms to answer");
      numbers = reads.all("counting", WatchSql.NUMBERS, DatabaseProbe::numbers).get(0);
    } catch (HoldfastException e) {
      heard(false, String.valueOf(e.getMessage()));
      numbers = new Numbers(Double.NaN, Double.NaN);
    }
    return false;
  }

  private void heard(boolean ok, String why) {
    if (!ok && (last.ok || !last.asked)) {
      LOG.log(Level.WARNING, "not ready: {0}", why);
    }
    if (ok && !last.ok) {
      LOG.log(Level.INFO, "ready: the database answers and has the schema");
    }
    last = new Probe(ok, true, System.nanoTime());
  }

  private static Numbers numbers(ResultSet row) throws SQLException {
    Long millis = Reads.longOrNull(row, 1);
    return new Numbers(millis == null ? Double.NaN : Math.max(0, millis) / 1000.0, row.getLong(2));
  }
}
