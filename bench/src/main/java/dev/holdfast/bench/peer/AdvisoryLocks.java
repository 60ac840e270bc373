package dev.holdfast.bench.peer;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * A connection a caller that waits on PostgreSQL's advisory lock: the floor of a hand-over. Not
 * durable, and it costs a server process a waiter.
 */
final class AdvisoryLocks implements Locks {

  private final Address address;
  private final Queue<Connection> connections = new ConcurrentLinkedQueue<>();

  AdvisoryLocks(Address address) {
    this.address = address;
  }

  @Override
  public KeyLock on(String key) throws SQLException {
    Connection connection = address.dataSource().getConnection();
    connections.add(connection);
    return new OneKey(connection, key.hashCode());
  }

  @Override
  public void close() throws SQLException {
    for (Connection connection : connections) {
      connection.close();
    }
  }

  private static final class OneKey implements KeyLock {
    private final PreparedStatement tries;
    private final PreparedStatement waits;
    private final PreparedStatement unlocks;

    OneKey(Connection connection, long key) throws SQLException {
      this.tries = connection.prepareStatement("select pg_try_advisory_lock(?)");
      this.waits = connection.prepareStatement("select true from pg_advisory_lock(?)");
      this.unlocks = connection.prepareStatement("select pg_advisory_unlock(?)");
      tries.setLong(1, key);
      waits.setLong(1, key);
      unlocks.setLong(1, key);
    }

    @Override
    public boolean tryLock() throws SQLException {
      return ask(tries);
    }

    @Override
    public long lock() throws SQLException {
      waits.setQueryTimeout(PATIENCE_SECONDS);
      ask(waits);
      return NO_FENCE;
    }

    @Override
    public void unlock() throws SQLException {
      if (!ask(unlocks)) {
        throw new IllegalStateException("the lock was not held");
      }
    }

    private static boolean ask(PreparedStatement statement) throws SQLException {
      try (ResultSet row = statement.executeQuery()) {
        row.next();
        return row.getBoolean(1);
      }
    }
  }
}
