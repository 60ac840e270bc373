package dev.holdfast.server.http;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.holdfast.Holdfast;
import dev.holdfast.HoldfastSettings;
import dev.holdfast.HoldfastSettings.SchemaMode;
import dev.holdfast.server.watch.Watch;
import java.time.Duration;
import javax.sql.DataSource;

/**
 * The database behind the service, twice: leases go through the library's own connections, and
 * whoever looks (the console, lists, diagnosis) shares a small pool. So looking can be slow without
 * anybody's lease being late.
 */
public final class Backend implements AutoCloseable {
  private static final int CONNECTIONS = 6;
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final Holdfast leases;
  private final HikariDataSource pool;
  private final Holdfast looking;
  private final Watch watch;

  /**
   * {@code leases} stays the caller's to close; {@code readOnly}: it never observes, since that
   * writes.
   */
  public Backend(Holdfast leases, DataSource source, boolean readOnly) {
    this.leases = leases;
    HikariConfig config = new HikariConfig();
    config.setDataSource(new BoundedSource(source));
    config.setPoolName("holdfast-looking");
    config.setMaximumPoolSize(CONNECTIONS);
    config.setMinimumIdle(0);
    config.setIdleTimeout(Duration.ofMinutes(1).toMillis());
    config.setConnectionTimeout(PATIENCE.toMillis());
    config.setInitializationFailTimeout(-1);
    this.pool = new HikariDataSource(config);
    this.looking =
        Holdfast.on(pool, HoldfastSettings.defaults().withSchemaMode(SchemaMode.VALIDATE));
    this.watch = readOnly ? Watch.startReading(leases, pool) : Watch.start(leases, pool);
  }

  /** For acquiring, renewing and releasing. */
  public Holdfast leases() {
    return leases;
  }

  /** For looking and for taking leases away. Blocks: on a worker thread only. */
  public Holdfast looking() {
    return looking;
  }

  /** For statements of one's own. Blocks: on a worker thread only. */
  public DataSource pool() {
    return pool;
  }

  /** Events, refusals, timeline. */
  public Watch watch() {
    return watch;
  }

  static int connections() {
    return CONNECTIONS;
  }

  @Override
  public void close() {
    watch.close();
    looking.close();
    pool.close();
  }
}
