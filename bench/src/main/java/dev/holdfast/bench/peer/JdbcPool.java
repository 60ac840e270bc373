package dev.holdfast.bench.peer;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;

/** The pool that every peer on PostgreSQL gets: a connection for each of 32 callers. */
final class JdbcPool {

  private static final int CONNECTIONS = 32;

  private JdbcPool() {}

  static HikariDataSource open(Address address) {
    HikariConfig config = new HikariConfig();
    config.setDataSource(address.dataSource());
    config.setMaximumPoolSize(CONNECTIONS);
    return new HikariDataSource(config);
  }
}
