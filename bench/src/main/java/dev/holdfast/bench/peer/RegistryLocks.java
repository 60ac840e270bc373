package dev.holdfast.bench.peer;

import com.zaxxer.hikari.HikariDataSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.integration.jdbc.lock.DefaultLockRepository;
import org.springframework.integration.jdbc.lock.JdbcLockRegistry;
import org.springframework.jdbc.support.JdbcTransactionManager;

/**
 * Spring Integration's JdbcLockRegistry on its DefaultLockRepository, with the insert that its
 * documentation has for PostgreSQL; all else as it comes, the 100 ms between two tries included.
 */
final class RegistryLocks implements Locks {

  static final String TABLE =
      """
      create table if not exists int_lock (
        lock_key char(36) not null,
        region varchar(100) not null,
        client_id char(36),
        created_date timestamp not null,
        expired_after timestamp not null,
        constraint int_lock_pk primary key (lock_key, region))
      """;

  private final HikariDataSource pool;
  private final DefaultLockRepository repository;
  private final Map<String, JdbcLockRegistry> registries = new ConcurrentHashMap<>();

  RegistryLocks(Address address) {
    this.pool = JdbcPool.open(address);
    this.repository = new DefaultLockRepository(pool);
    repository.setTransactionManager(new JdbcTransactionManager(pool));
    repository.setInsertQuery(repository.getInsertQuery() + " ON CONFLICT DO NOTHING");
    repository.afterPropertiesSet();
    repository.afterSingletonsInstantiated();
    repository.start();
  }

  /**
   * A registry a key, all on one repository: keys of one registry share its local locks, and a
   * caller whose key shares one with a busy neighbour starves.
   */
  @Override
  public KeyLock on(String key) {
    JdbcLockRegistry registry =
        registries.computeIfAbsent(key, any -> new JdbcLockRegistry(repository));
    return new JdkLock(registry.obtain(key));
  }

  @Override
  public void close() {
    repository.stop();
    repository.close();
    pool.close();
  }
}
