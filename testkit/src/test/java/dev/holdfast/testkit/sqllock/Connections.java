package dev.holdfast.testkit.sqllock;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Deque;
import java.util.concurrent.ConcurrentLinkedDeque;

/**
 * As many connections as are in use at a time. It never waits, so an interrupt can't disturb it;
 * one that failed is thrown away.
 */
final class Connections implements AutoCloseable {
  private final String url;
  private final Deque<Connection> idle = new ConcurrentLinkedDeque<>();

  Connections(String url) {
    this.url = url;
  }

  interface Work<T> {
    T on(Connection connection) throws SQLException;
  }

  <T> T use(Work<T> work) throws SQLException {
    Connection connection = idle.pollFirst();
    if (connection == null) {
      connection = DriverManager.getConnection(url);
      // What a database sets as its default is the lock's business, not that of these helpers.
      connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
    }
    try {
      T result = work.on(connection);
      idle.addFirst(connection);
      return result;
    } catch (SQLException | RuntimeException failed) {
      try {
        connection.close();
      } catch (SQLException alsoFailed) {
        failed.addSuppressed(alsoFailed);
      }
      throw failed;
    }
  }

  @Override
  public void close() {
    for (Connection next = idle.pollFirst(); next != null; next = idle.pollFirst()) {
      try (Connection closing = next) {
        closing.clearWarnings();
      } catch (SQLException gone) {
        // It is closed, one way or the other.
      }
    }
  }
}
