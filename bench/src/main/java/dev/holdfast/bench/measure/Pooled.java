package dev.holdfast.bench.measure;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.function.Function;
import java.util.function.IntFunction;
import javax.sql.DataSource;

/**
 * A contender on a pool with a connection a caller, as an application has it: each operation takes
 * a connection and gives it back.
 */
public final class Pooled implements Contender {

  /** What its callers do, made once the pool is open, and closed before it. */
  public interface Work extends AutoCloseable {
    Operation operation(int caller);

    @Override
    default void close() {}
  }

  /** Room for the connection that a Holdfast keeps, and the watchdog's. */
  private static final int SPARE = 2;

  private final String name;
  private final HikariDataSource pool;
  private final Work work;

  public Pooled(Database database, int callers, String name, Function<DataSource, Work> work) {
    HikariConfig config = new HikariConfig();
    config.setDataSource(database.dataSource());
    config.setMaximumPoolSize(callers + SPARE);
    config.setMinimumIdle(callers);
    this.name = name;
    this.pool = new HikariDataSource(config);
    this.work = work.apply(pool);
  }

  /** Something done on a connection of the pool. */
  @FunctionalInterface
  public interface OnConnection {
    void once(Connection connection) throws SQLException;
  }

  /** Work that needs nothing but a connection. */
  public static Function<DataSource, Work> plain(IntFunction<OnConnection> callers) {
    return source ->
        caller -> {
          OnConnection work = callers.apply(caller);
          return () -> {
            try (Connection connection = source.getConnection()) {
              work.once(connection);
            }
          };
        };
  }

  /** One prepared statement; fails if it changed another number of rows than one. */
  public static void update(Connection connection, String sql, long... arguments)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < arguments.length; i++) {
        statement.setLong(i + 1, arguments[i]);
      }
      if (statement.executeUpdate() != 1) {
        throw new IllegalStateException("not one row: " + sql);
      }
    }
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Operation operation(int caller) {
    return work.operation(caller);
  }

  @Override
  public void close() {
    work.close();
    pool.close();
  }
}
