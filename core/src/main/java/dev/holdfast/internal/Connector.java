package dev.holdfast.internal;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;

/**
 * Opens a connection within a bound. An exhausted pool or a server that accepts and then says
 * nothing may keep {@code getConnection} for ever, and no interrupt reaches it: so each attempt has
 * a thread of its own, and is left behind when it takes too long. A connection that comes late is
 * closed.
 */
public final class Connector {

  private static final int MOST_ATTEMPTS = 32;

  private final DataSource dataSource;
  private final AtomicInteger attempts = new AtomicInteger();

  public Connector(DataSource dataSource) {
    this.dataSource = dataSource;
  }

  public Connection open(int timeoutMillis) throws SQLException {
    CompletableFuture<Connection> opened = new CompletableFuture<>();
    if (attempts.incrementAndGet() > MOST_ATTEMPTS) {
      attempts.decrementAndGet();
      throw new SQLException(MOST_ATTEMPTS + " attempts to connect are stuck already", "08001");
    }
    Thread thread = new Thread(() -> attempt(opened), "holdfast-connect");
    thread.setDaemon(true);
    thread.start();
    try {
      return opened.get(timeoutMillis, TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      return giveUp(opened, "no connection within " + timeoutMillis + " ms");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return giveUp(opened, "interrupted while connecting");
    } catch (ExecutionException e) {
      throw failure(e);
    }
  }

  /** It may have come at the last moment. */
  private static Connection giveUp(CompletableFuture<Connection> opened, String why)
      throws SQLException {
    if (opened.cancel(false) || opened.isCompletedExceptionally()) {
      throw new SQLException(why, "08001");
    }
    return opened.join();
  }

  private void attempt(CompletableFuture<Connection> opened) {
    try {
      Connection connection = dataSource.getConnection();
      if (!opened.complete(connection)) {
        connection.close();
      }
    } catch (SQLException | RuntimeException e) {
      opened.completeExceptionally(e);
    } finally {
      attempts.decrementAndGet();
    }
  }

  private static SQLException failure(ExecutionException e) {
    return e.getCause() instanceof SQLException cause
        ? cause
        : new SQLException("the DataSource failed: " + e.getMessage(), "08001", e);
  }
}
