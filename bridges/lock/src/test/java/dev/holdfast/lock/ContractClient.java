package dev.holdfast.lock;

import com.zaxxer.hikari.HikariDataSource;
import dev.holdfast.Holdfast;
import dev.holdfast.LeaseLostException;
import dev.holdfast.lease.Lease;
import dev.holdfast.testkit.contract.Capability;
import dev.holdfast.testkit.contract.LockClient;
import dev.holdfast.testkit.contract.LockClientFactory;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * The lock as the contract suite wants to see it: a grant that any thread may release. Ours belongs
 * to a thread, so each grant has one of its own.
 */
final class ContractClient implements LockClient {

  static final String CREATE =
      "create table if not exists counter (name text primary key, value bigint not null)";

  private static final String READ = "select value from counter where name = ?";

  private static final String WRITE =
      """
      insert into counter (name, value)
      values (?, ?)
      on conflict (name) do update
        set value = excluded.value
      """;

  private static final String INCREMENT =
      """
      insert into counter (name, value)
      values (?, 1)
      on conflict (name) do update
        set value = counter.value + 1
      """;

  private final Holdfast holdfast;
  private final HoldfastLocks locks;
  private final HikariDataSource counters = new HikariDataSource();

  private ContractClient(String lockUrl, String counterUrl) {
    PGSimpleDataSource source = new PGSimpleDataSource();
    source.setUrl(lockUrl);
    this.holdfast = Holdfast.on(source);
    this.locks = HoldfastLocks.on(holdfast);
    counters.setJdbcUrl(counterUrl);
    counters.setMaximumPoolSize(4);
    counters.setMinimumIdle(0);
  }

  /** Makes them of two lines: the url for locks, the url for counters. */
  static final class Factory implements LockClientFactory {
    @Override
    public LockClient open(String config) {
      String[] urls = config.split("\n", -1);
      return new ContractClient(urls[0], urls[1]);
    }

    @Override
    public Set<Capability> capabilities() {
      return EnumSet.allOf(Capability.class);
    }
  }

  @Override
  public Optional<LockClient.Held> tryAcquire(String resource, Duration ttl) throws Exception {
    return lock(resource, Duration.ZERO, ttl);
  }

  @Override
  public LockClient.Held acquire(String resource, Duration ttl, Duration wait) throws Exception {
    return lock(resource, wait, ttl).orElseThrow(() -> new TimeoutException(resource));
  }

  private Optional<LockClient.Held> lock(String resource, Duration wait, Duration ttl)
      throws Exception {
    HoldfastLock lock = locks.lock(resource);
    Owner owner = new Owner(lock);
    return owner.lock(wait, ttl) ? Optional.of(new Granted(owner)) : Optional.empty();
  }

  @Override
  public long read(String counter) throws SQLException {
    try (Connection connection = counters.getConnection();
        PreparedStatement statement = connection.prepareStatement(READ)) {
      statement.setString(1, counter);
      try (ResultSet rows = statement.executeQuery()) {
        return rows.next() ? rows.getLong(1) : 0;
      }
    }
  }

  @Override
  public void write(String counter, long value) throws SQLException {
    try (Connection connection = counters.getConnection();
        PreparedStatement statement = connection.prepareStatement(WRITE)) {
      statement.setString(1, counter);
      statement.setLong(2, value);
      statement.executeUpdate();
    }
  }

  @Override
  public void close() {
    counters.close();
    holdfast.close();
  }

  private record Granted(Owner owner) implements LockClient.Held {

    private Lease lease() {
      return owner.lease();
    }

    @Override
    public long fence() {
      return lease().fence();
    }

    @Override
    public boolean isHeld() {
      return lease().isHeld();
    }

    @Override
    public boolean release() throws Exception {
      return owner.unlock();
    }

    @Override
    public boolean guardedIncrement(String counter, Runnable beforeCommit) throws SQLException {
      try {
        lease()
            .inTransaction(
                transaction -> {
                  try (PreparedStatement statement =
                      transaction.connection().prepareStatement(INCREMENT)) {
                    statement.setString(1, counter);
                    statement.executeUpdate();
                  }
                  beforeCommit.run();
                  return true;
                });
        return true;
      } catch (LeaseLostException e) {
        return false;
      }
    }
  }
}
