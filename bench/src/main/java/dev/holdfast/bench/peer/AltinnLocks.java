package dev.holdfast.bench.peer;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.UUID;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * A lock table as teams write it themselves: the statements of Altinn's record on instance locks,
 * word for word. The index is ours; without it every acquisition reads the whole table.
 */
final class AltinnLocks implements Locks {

  static final String TABLE =
      """
      create table if not exists instance_locks (
        id bigint generated always as identity primary key,
        instance_id bigint not null,
        lock_token uuid unique not null default gen_random_uuid(),
        locked_at timestamptz not null default current_timestamp,
        locked_until timestamptz not null,
        locked_by varchar(255) not null);
      create index if not exists instance_locks_until
        on instance_locks (instance_id, locked_until)
      """;

  private static final String ACQUIRE =
      """
      with lock_attempt as (
        select pg_try_advisory_xact_lock(?) as acquired
      )
      insert into instance_locks (instance_id, locked_until, locked_by)
      select ?, current_timestamp + interval '5 minutes', ?
      from lock_attempt
      where acquired = true
        and not exists (
          select 1 from instance_locks
          where instance_id = ?
            and locked_until > current_timestamp
        )
      returning lock_token
      """;

  private static final String RELEASE =
      """
      update instance_locks
      set locked_until = current_timestamp
      where lock_token = ?
      """;

  private final HikariDataSource pool;

  AltinnLocks(Address address) {
    this.pool = JdbcPool.open(address);
  }

  @Override
  public KeyLock on(String key) {
    return new OneKey(pool, Integer.toUnsignedLong(key.hashCode()));
  }

  @Override
  public void close() {
    pool.close();
  }

  private static final class OneKey implements KeyLock {
    private final DataSource pool;
    private final long instance;
    private @Nullable UUID token;

    OneKey(DataSource pool, long instance) {
      this.pool = pool;
      this.instance = instance;
    }

    @Override
    public boolean tryLock() throws SQLException {
      try (Connection connection = pool.getConnection();
          PreparedStatement statement = connection.prepareStatement(ACQUIRE)) {
        statement.setLong(1, instance);
        statement.setLong(2, instance);
        statement.setString(3, "bench");
        statement.setLong(4, instance);
        try (ResultSet row = statement.executeQuery()) {
          token = row.next() ? row.getObject(1, UUID.class) : null;
          return token != null;
        }
      }
    }

    @Override
    public long lock() {
      throw new UnsupportedOperationException("these statements do not wait");
    }

    @Override
    public void unlock() throws SQLException {
      try (Connection connection = pool.getConnection();
          PreparedStatement statement = connection.prepareStatement(RELEASE)) {
        statement.setObject(1, token);
        if (statement.executeUpdate() != 1) {
          throw new IllegalStateException("the lock was not there");
        }
      }
    }
  }
}
