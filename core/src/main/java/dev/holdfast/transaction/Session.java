package dev.holdfast.transaction;

import dev.holdfast.OpenTransactionException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.postgresql.core.BaseConnection;
import org.postgresql.core.TransactionState;
import org.postgresql.jdbc.AutoSave;

/**
 * A connection of the DataSource for one attempt: taken, made ready, and given back as it was. Not
 * thread-safe.
 */
final class Session implements AutoCloseable {

  private static final int ROLLBACK_MILLIS = (int) TimeUnit.SECONDS.toMillis(5);
  private static final String SPRING = "org.springframework.jdbc.datasource.ConnectionProxy";

  private final Connection connection;
  private final BaseConnection driver;
  private final Running running;
  private boolean autoCommit = true;
  private boolean readOnly;
  private int isolation = Connection.TRANSACTION_NONE;
  private boolean over;

  private Session(Connection connection, BaseConnection driver, Running running) {
    this.connection = connection;
    this.driver = driver;
    this.running = running;
  }

  static Session open(DataSource dataSource, Running running) throws SQLException {
    running.connecting();
    try {
      Connection connection = dataSource.getConnection();
      try {
        return new Session(connection, connection.unwrap(BaseConnection.class), running);
      } catch (SQLException | RuntimeException e) {
        connection.close();
        throw e;
      }
    } catch (SQLException | RuntimeException e) {
      running.leave();
      throw e;
    }
  }

  /** Makes it ready, without a round trip. */
  void ready() throws SQLException {
    autoCommit = connection.getAutoCommit();
    readOnly = connection.isReadOnly();
    refuseOthers();
    running.entered(driver);
    connection.setAutoCommit(false);
    boolean wanted = running.options().begin().readOnly();
    if (wanted && !readOnly) {
      connection.setReadOnly(true);
    }
  }

  /** What has to be said first; said already where an isolation level was asked for. */
  Opening opening(@Nullable UUID outcome) throws SQLException {
    TransactionOptions.Begin begin = running.options().begin();
    Opening opening = Opening.of(begin, outcome, this);
    if (begin.isolation() != IsolationLevel.DEFAULT) {
      isolate(begin.isolation(), opening);
    }
    return opening;
  }

  Connection connection() {
    return connection;
  }

  BaseConnection driver() {
    return driver;
  }

  Running running() {
    return running;
  }

  TransactionState state() {
    return driver.getTransactionState();
  }

  /** Whatever became of it, there is nothing left to roll back. */
  void over() {
    over = true;
  }

  /** Rolls back what is still open, and gives the connection back as it was. */
  @Override
  public void close() {
    running.leave();
    try (connection) {
      if (driver.isClosed()) {
        connection.abort(Runnable::run); // a pool that looks only now and then must not keep it
        return;
      }
      if (!over) {
        rollBack();
      }
      restore();
    } catch (SQLException e) {
      // The connection is gone, and an open transaction with it; what led here is being told.
    }
  }

  /** Somebody else's transaction: nothing of ours to roll back. */
  private void refuseOthers() {
    boolean begun = driver.getTransactionState() != TransactionState.IDLE;
    if (begun || (!autoCommit && isManaged())) {
      over = true;
      throw new OpenTransactionException();
    }
  }

  /** Spring's transaction may have begun without a statement yet: then only its proxy shows it. */
  private boolean isManaged() {
    return Stream.of(connection.getClass().getInterfaces())
        .anyMatch(type -> type.getName().equals(SPRING));
  }

  /**
   * In a message of its own: it must precede every query, and a driver that looks up a type for a
   * parameter would have asked one. A driver with autosave begins with a savepoint, where it is not
   * allowed: there the session's default is changed, and changed back.
   */
  private void isolate(IsolationLevel level, Opening opening) throws SQLException {
    if (driver.getAutosave() == AutoSave.NEVER) {
      opening.alone(connection, TransactionSql.isolation(level));
    } else {
      if (isolation == Connection.TRANSACTION_NONE) {
        isolation = connection.getTransactionIsolation();
      }
      connection.rollback(); // the question began a transaction
      connection.setTransactionIsolation(level.jdbc());
    }
  }

  /** Within a bound: a network that says nothing must not keep the caller. */
  private void rollBack() throws SQLException {
    try {
      int before = driver.getNetworkTimeout();
      driver.setNetworkTimeout(Runnable::run, ROLLBACK_MILLIS);
      connection.rollback();
      driver.setNetworkTimeout(Runnable::run, before);
    } catch (SQLException e) {
      connection.abort(Runnable::run); // in what state, nobody knows: no one may have it
      throw e;
    }
  }

  private void restore() throws SQLException {
    if (isolation != Connection.TRANSACTION_NONE) {
      connection.setTransactionIsolation(isolation);
    }
    if (connection.isReadOnly() != readOnly) {
      connection.setReadOnly(readOnly);
    }
    if (connection.getAutoCommit() != autoCommit) {
      connection.setAutoCommit(autoCommit);
    }
  }
}
