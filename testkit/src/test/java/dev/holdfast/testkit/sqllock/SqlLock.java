package dev.holdfast.testkit.sqllock;

import dev.holdfast.testkit.contract.Capability;
import dev.holdfast.testkit.contract.LockClient;
import dev.holdfast.testkit.contract.LockClientFactory;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A lock in one table, as simple as can be: correct, unless it is told to have a {@link Flaw}. */
final class SqlLock implements LockClient {
  private final Flaw flaw;
  private final Connections connections;
  private final Counters counters;

  private SqlLock(SqlLockConfig config) {
    this.flaw = config.flaw();
    this.connections = new Connections(config.lockUrl());
    this.counters = new Counters(config.counterUrl());
  }

  /** Makes {@link SqlLock}s. */
  static final class Factory implements LockClientFactory {
    @Override
    public LockClient open(String config) {
      return new SqlLock(SqlLockConfig.parse(config));
    }

    @Override
    public Set<Capability> capabilities() {
      return EnumSet.allOf(Capability.class);
    }
  }

  static void create(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(SqlLockSql.CREATE);
    }
  }

  @Override
  public Optional<Held> tryAcquire(String resource, Duration ttl) throws SQLException {
    String token = UUID.randomUUID().toString();
    long before = System.nanoTime();
    Duration granted = flaw == Flaw.EXPIRES_EARLY ? ttl.dividedBy(3) : ttl;
    Optional<Long> fence =
        connections.use(connection -> SqlLockSql.take(connection, flaw, resource, token, granted));
    return fence.map(
        number -> new SqlHeld(connections, flaw, resource, token, number, before + ttl.toNanos()));
  }

  @Override
  public Held acquire(String resource, Duration ttl, Duration wait) throws Exception {
    long deadline = System.nanoTime() + wait.toNanos();
    while (true) {
      if (flaw != Flaw.IGNORES_INTERRUPTS && Thread.interrupted()) {
        throw new InterruptedException("waiting for " + resource);
      }
      Optional<Held> held = tryAcquire(resource, ttl);
      if (held.isPresent()) {
        if (flaw == Flaw.LOSES_GRANTS_WHEN_INTERRUPTED && Thread.interrupted()) {
          throw new InterruptedException("waiting for " + resource);
        }
        return held.get();
      }
      if (flaw == Flaw.GIVES_UP_AT_ONCE || System.nanoTime() - deadline >= 0) {
        throw new TimeoutException(resource + " was held for " + wait);
      }
      pause();
    }
  }

  private void pause() throws InterruptedException {
    try {
      TimeUnit.MILLISECONDS.sleep(5);
    } catch (InterruptedException e) {
      if (flaw != Flaw.IGNORES_INTERRUPTS) {
        throw e;
      }
    }
  }

  @Override
  public long read(String counter) throws SQLException {
    return counters.read(counter);
  }

  @Override
  public void write(String counter, long value) throws SQLException {
    counters.write(counter, value);
  }

  @Override
  public void close() {
    connections.close();
    counters.close();
  }
}
