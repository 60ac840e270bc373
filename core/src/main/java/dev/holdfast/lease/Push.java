package dev.holdfast.lease;

import dev.holdfast.HoldfastEvent.PushChanged;
import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;

/**
 * Listens for wake-ups: one connection and one thread a process, started when somebody waits or
 * wants to hear of a loss. A transaction pooler swallows notifications, so the listener first sends
 * one to itself: push counts as working only when that arrives. Everything works without it, later.
 */
final class Push implements AutoCloseable {

  private static final int LISTEN_MILLIS = 500;
  private static final long PROBE = TimeUnit.SECONDS.toNanos(2);
  private static final long RETRY_BROKEN = TimeUnit.SECONDS.toNanos(1);
  private static final long RETRY_POOLER = TimeUnit.SECONDS.toNanos(60);
  private static final int ANSWER_MILLIS = 10_000;

  /** What is heard. */
  interface Ear {
    /** What became free at once. */
    void free(List<String> resources);

    void lost(String resource);

    /** Push works again: what was said meanwhile is not known. */
    void back();
  }

  private final DataSource dataSource;
  private final String channel;
  private final Ear ear;
  private final Events events;
  private volatile @Nullable Thread thread;
  private volatile boolean working;
  private volatile boolean closed;

  Push(DataSource dataSource, UUID process, Ear ear, Events events) {
    this.dataSource = dataSource;
    this.channel = "holdfast_" + process.toString().replace("-", "");
    this.ear = ear;
    this.events = events;
  }

  boolean isWorking() {
    return working;
  }

  /** Idempotent; returns at once. */
  void start() {
    if (thread != null || closed) {
      return;
    }
    synchronized (this) {
      if (thread == null) {
        Thread started = new Thread(this::run, "holdfast-push");
        started.setDaemon(true);
        started.start();
        thread = started;
      }
    }
  }

  /** Ends soon; true: sooner if its own process is woken as if a resource were free. */
  boolean end() {
    closed = true;
    return working;
  }

  @Override
  public void close() {
    closed = true;
    Thread running = thread;
    if (running != null) {
      LockSupport.unpark(running);
      try {
        running.join(2L * LISTEN_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private void run() {
    while (!closed) {
      long pause = RETRY_BROKEN;
      try (Connection connection = dataSource.getConnection()) {
        connection.setAutoCommit(true);
        connection.setNetworkTimeout(Runnable::run, ANSWER_MILLIS);
        pause = listen(connection) ? RETRY_BROKEN : RETRY_POOLER;
      } catch (SQLException e) {
        Events.LOG.log(Level.DEBUG, "push is away, waiting goes on by polling", e);
      }
      set(false);
      if (!closed) {
        LockSupport.parkNanos(this, pause);
      }
    }
  }

  /** Until closed or broken; false at once if notifications do not arrive here. */
  private boolean listen(Connection connection) throws SQLException {
    execute(connection, "listen " + channel); // hexadecimal digits of our own
    try (PreparedStatement ping = connection.prepareStatement("select pg_notify(?, 'ping')")) {
      ping.setString(1, channel);
      ping.execute();
    }
    PGConnection driver = connection.unwrap(PGConnection.class);
    long end = System.nanoTime() + PROBE;
    do { // at least once: a process that stood still for a while is no pooler
      hear(driver.getNotifications(LISTEN_MILLIS));
    } while (!closed && !working && System.nanoTime() - end < 0);
    if (!working && !closed) {
      Events.LOG.log(
          Level.INFO,
          "notifications do not arrive (a pooler in transaction mode?): waiting goes by polling");
    }
    boolean arrived = working;
    while (!closed && working) {
      hear(driver.getNotifications(LISTEN_MILLIS));
    }
    execute(connection, "unlisten *"); // the connection goes back to the application's pool
    return arrived;
  }

  private void hear(PGNotification @Nullable [] notifications) {
    if (notifications == null || closed) {
      return;
    }
    List<String> free = new ArrayList<>();
    for (PGNotification notification : notifications) {
      String said = notification.getParameter();
      if (said.equals("ping")) {
        set(true);
      } else if (said.startsWith("free ")) {
        free.add(said.substring(5));
      } else if (said.startsWith("lost ")) {
        ear.lost(said.substring(5));
      }
    }
    if (!free.isEmpty()) {
      ear.free(free);
    }
  }

  private void set(boolean works) {
    if (working != works) {
      working = works;
      events.tell(() -> new PushChanged(works));
      if (works) {
        ear.back();
      }
    }
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
