package dev.holdfast.claim;

import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;

/**
 * Listens for the trigger of {@link ClaimTable#wakeUpDdl} and wakes a worker. One connection and
 * one thread; where notifications do not arrive (a pooler), polling goes on as if nobody listened.
 */
final class WakeUp implements AutoCloseable {

  private static final int LISTEN_MILLIS = 500;
  private static final int ANSWER_MILLIS = 10_000;
  private static final long RETRY = TimeUnit.SECONDS.toNanos(1);

  private final DataSource dataSource;
  private final String channel;
  private final Runnable wake;
  private final Thread thread;
  private volatile boolean closed;

  WakeUp(DataSource dataSource, String channel, Runnable wake) {
    this.dataSource = dataSource;
    this.channel = channel;
    this.wake = wake;
    this.thread = new Thread(this::run, "holdfast-wake-up");
    thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  @Override
  public void close() {
    closed = true;
    LockSupport.unpark(thread);
    try {
      thread.join(2L * LISTEN_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    while (!closed) {
      try (Connection connection = dataSource.getConnection()) {
        connection.setAutoCommit(true);
        connection.setNetworkTimeout(Runnable::run, ANSWER_MILLIS);
        listen(connection);
      } catch (SQLException e) {
        ClaimEvents.LOG.log(Level.DEBUG, "wake-ups are away, polling goes on", e);
      }
      if (!closed) {
        LockSupport.parkNanos(this, RETRY);
      }
    }
  }

  private void listen(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("listen " + channel); // letters and hexadecimal digits of our own
      wake.run(); // what was inserted while nobody listened
      PGConnection driver = connection.unwrap(PGConnection.class);
      while (!closed) {
        PGNotification[] heard = driver.getNotifications(LISTEN_MILLIS);
        if (heard != null && heard.length > 0) {
          wake.run();
        }
      }
      statement.execute("unlisten *"); // the connection goes back to the application's pool
    }
  }
}
