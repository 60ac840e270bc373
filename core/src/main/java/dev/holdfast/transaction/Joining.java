package dev.holdfast.transaction;

import dev.holdfast.HoldfastEvent;
import dev.holdfast.InvalidRequestException;
import dev.holdfast.RequestFailedException;
import dev.holdfast.internal.Listeners;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.postgresql.core.BaseConnection;
import org.postgresql.core.TransactionState;

/**
 * Taking part in a transaction that somebody else began and will end: the lock timeout is set for
 * what runs inside and put back afterwards; no retry, no commit, no rollback.
 */
final class Joining {

  private final Listeners<HoldfastEvent> events;

  Joining(Listeners<HoldfastEvent> events) {
    this.events = events;
  }

  <T extends @Nullable Object, X extends Exception> T run(
      Connection connection, Running running, TransactionFunction<T, X> function) throws X {
    BaseConnection driver = enter(connection, running);
    Opening opening = Opening.joining(driver, running);
    HandedConnection handed = new HandedConnection(connection, opening);
    try {
      T result = function.apply(new Transaction(handed, null, running));
      refuseStopped(running);
      running.leave();
      putBack(connection, driver, opening);
      return result;
    } catch (Exception e) {
      running.leave();
      Throwable end = new Attempts(running, events, true).afterwards(e);
      throw Sneaky.<X>rethrow(end == null ? e : end);
    } finally {
      running.leave();
      handed.over();
    }
  }

  private static BaseConnection enter(Connection connection, Running running) {
    TransactionOptions.Begin begin = running.options().begin();
    if (begin.isolation() != IsolationLevel.DEFAULT || begin.readOnly() || begin.outcomeRow()) {
      throw new InvalidRequestException(
          "isolation, read-only and outcome row are decided where a transaction begins: a joined"
              + " one has them already");
    }
    try {
      if (connection.getAutoCommit()) {
        throw new InvalidRequestException(
            "there is no transaction to join: this connection is in autocommit mode");
      }
      BaseConnection driver = connection.unwrap(BaseConnection.class);
      running.connecting();
      running.entered(driver);
      return driver;
    } catch (SQLException e) {
      throw new RequestFailedException("the transaction could not be joined", e);
    }
  }

  private static void refuseStopped(Running running) {
    Stop stop = running.due();
    if (stop != null) {
      throw stop.error(running.options(), running.attempt(), null);
    }
  }

  /** After an error there is nothing to put back: the outer transaction has to be rolled back. */
  private static void putBack(Connection connection, BaseConnection driver, Opening opening) {
    try {
      if (driver.getTransactionState() == TransactionState.FAILED) {
        throw new SQLException("a statement failed and its error was swallowed", "25P02");
      }
      if (!opening.isPending()) {
        try (PreparedStatement statement = connection.prepareStatement(TransactionSql.RESTORE)) {
          statement.setString(1, opening.answer());
          statement.execute();
        }
      }
    } catch (SQLException e) {
      throw new RequestFailedException("roll the outer transaction back", e);
    }
  }
}
