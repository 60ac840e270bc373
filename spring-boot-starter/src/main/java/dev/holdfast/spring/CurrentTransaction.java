package dev.holdfast.spring;

import dev.holdfast.InvalidRequestException;
import dev.holdfast.RequestFailedException;
import dev.holdfast.lease.Lease;
import dev.holdfast.outbox.Event;
import dev.holdfast.outbox.Outbox;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * The transaction that Spring has open on this thread, whoever began it there ({@code
 * JdbcTemplate}, JPA, jOOQ): what Holdfast does in it commits with it. A bean; thread-safe.
 */
public final class CurrentTransaction {

  /** Work on the transaction's connection, which is not to be closed, committed or kept. */
  @FunctionalInterface
  public interface Work<T extends @Nullable Object> {
    T on(Connection connection) throws SQLException;
  }

  private final DataSource dataSource;
  private final Outbox outbox;

  CurrentTransaction(DataSource dataSource, Outbox outbox) {
    this.dataSource = dataSource;
    this.outbox = outbox;
  }

  /** Appends an event, which is there if and only if the transaction commits. */
  public long append(Event event) {
    return run(connection -> outbox.append(connection, event));
  }

  /** Lets the transaction commit only while this lease is ours: call it first in it. */
  public void guard(Lease lease) {
    run(
        connection -> {
          lease.guard(connection);
          return true;
        });
  }

  /**
   * Runs something on its connection.
   *
   * @throws InvalidRequestException if there is no transaction on this thread
   */
  public <T extends @Nullable Object> T run(Work<T> work) {
    if (!TransactionSynchronizationManager.isActualTransactionActive()
        || !TransactionSynchronizationManager.hasResource(dataSource)) {
      throw new InvalidRequestException(
          "this thread has no transaction of Spring's on Holdfast's DataSource: call it in a"
              + " @Transactional method, through its bean");
    }
    Connection connection = DataSourceUtils.getConnection(dataSource);
    try {
      return work.on(connection);
    } catch (SQLException e) {
      throw new RequestFailedException("a statement in the current transaction failed", e);
    } finally {
      DataSourceUtils.releaseConnection(connection, dataSource);
    }
  }
}
