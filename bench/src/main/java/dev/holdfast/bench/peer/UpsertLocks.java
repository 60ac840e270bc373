package dev.holdfast.bench.peer;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.UUID;

/** The shortest lock that can be written by hand: one upsert to acquire, one update to release. */
final class UpsertLocks implements Locks {

  static final String TABLE =
      """
      create table if not exists bench_lock (
        key text primary key,
        token uuid not null,
        locked_until timestamptz not null)
      with (fillfactor = 50)
      """;

  private static final String ACQUIRE =
      """
      insert into bench_lock as l (key, token, locked_until)
      values (?, ?, now() + interval '5 minutes')
      on conflict (key) do update
      set token = excluded.token, locked_until = excluded.locked_until
      where l.locked_until <= now()
      """;

  private static final String RELEASE =
      """
      update bench_lock
      set locked_until = now()
      where key = ? and token = ?
      """;

  private final HikariDataSource pool;

  UpsertLocks(Address address) {
    this.pool = JdbcPool.open(address);
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
    private UUID token = UUID.randomUUID();

    OneKey(String key) {
      this.key = key;
    }

    @Override
    public boolean tryLock() throws SQLException {
      token = UUID.randomUUID();
      return run(ACQUIRE) == 1;
    }

    @Override
    public long lock() {
      throw new UnsupportedOperationException("these statements do not wait");
    }

    @Override
    public void unlock() throws SQLException {
      if (run(RELEASE) != 1) {
        throw new IllegalStateException(key + " was not held");
      }
    }

    private int run(String sql) throws SQLException {
      try (Connection connection = pool.getConnection();
          PreparedStatement statement = connection.prepareStatement(sql)) {
        statement.setString(1, key);
        statement.setObject(2, token);
        return statement.executeUpdate();
      }
    }
  }
}
