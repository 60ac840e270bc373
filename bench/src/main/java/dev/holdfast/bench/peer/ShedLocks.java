package dev.holdfast.bench.peer;

import com.zaxxer.hikari.HikariDataSource;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.LockProvider;
import net.javacrumbs.shedlock.core.SimpleLock;
import net.javacrumbs.shedlock.provider.jdbctemplate.JdbcTemplateLockProvider;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;

/** ShedLock on JdbcTemplate with the database's time, as its README has it. It can't wait. */
final class ShedLocks implements Locks {

  static final String TABLE =
      """
      create table if not exists shedlock (
        name varchar(64) not null,
        lock_until timestamp not null,
        locked_at timestamp not null,
        locked_by varchar(255) not null,
        primary key (name))
      """;

  private static final Duration AT_MOST = Duration.ofMinutes(5);

  private final HikariDataSource pool;
  private final LockProvider provider;

  ShedLocks(Address address) {
    this.pool = JdbcPool.open(address);
    this.provider =
        new JdbcTemplateLockProvider(
            JdbcTemplateLockProvider.Configuration.builder()
                .withJdbcTemplate(new JdbcTemplate(pool))
                .usingDbTime()
                .build());
  }

  @Override
  public KeyLock on(String key) {
    return new OneKey(key);
  }

  @Override
  public void close() {
    pool.close();
  }

  private final class OneKey implements KeyLock {
    private final String key;
    private @Nullable SimpleLock held;

    OneKey(String key) {
      this.key = key;
    }

    @Override
    public boolean tryLock() {
      Optional<SimpleLock> lock =
          provider.lock(new LockConfiguration(Instant.now(), key, AT_MOST, Duration.ZERO));
      held = lock.orElse(null);
      return lock.isPresent();
    }

    @Override
    public long lock() {
      throw new UnsupportedOperationException("ShedLock does not wait");
    }

    @Override
    public void unlock() {
      SimpleLock lock = held;
      if (lock == null) {
        throw new IllegalStateException(key + " is not held");
      }
      lock.unlock();
    }
  }
}
