package dev.holdfast.spring;

import dev.holdfast.lease.Lease;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.transaction.TransactionExecution;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Guards the leases of a thread in the transactions that Spring begins on it: the guard is the
 * first statement of each.
 *
 * <p>Spring does not expect a listener to throw: the transaction would stay open, bound to the
 * thread. So a refused guard is remembered. PostgreSQL has aborted the transaction by then, every
 * statement in it fails, and the commit is stopped here.
 */
final class TransactionGuard {

  private final DataSource dataSource;

  TransactionGuard(DataSource dataSource) {
    this.dataSource = dataSource;
  }

  /** A transaction has begun on this thread. */
  void begun(TransactionExecution transaction) {
    if (transaction.isReadOnly() || !isOurs()) {
      return;
    }
    for (Held held : CurrentLease.all()) {
      if (held.guards()) {
        guard(held);
      }
    }
  }

  /**
   * Takes part in the transaction that is open on this thread, if there is one: guards in it, and
   * binds the lease to the thread, and keeps it, until it is over. So a second call in the same
   * transaction finds it.
   */
  boolean joins(Held held) {
    if (!TransactionSynchronizationManager.isActualTransactionActive()
        || !TransactionSynchronizationManager.isSynchronizationActive()) {
      return false;
    }
    if (held.guards()
        && isOurs()
        && !TransactionSynchronizationManager.isCurrentTransactionReadOnly()) {
      take(held.lease());
    }
    held.share();
    CurrentLease.push(held);
    TransactionSynchronizationManager.registerSynchronization(new EndAfterwards(held));
    return true;
  }

  private void guard(Held held) {
    try {
      take(held.lease());
    } catch (RuntimeException e) {
      held.guardRefused(e);
      if (TransactionSynchronizationManager.isSynchronizationActive()) {
        TransactionSynchronizationManager.registerSynchronization(new NoCommit(e));
      }
    }
  }

  private void take(Lease lease) {
    Connection connection = DataSourceUtils.getConnection(dataSource);
    try {
      if (!connection.getAutoCommit()) {
        lease.guard(connection);
      }
    } catch (SQLException e) {
      throw new IllegalStateException("the guard of " + lease + " could not be taken", e);
    } finally {
      DataSourceUtils.releaseConnection(connection, dataSource);
    }
  }

  /** Transactions of other DataSources can't be guarded. */
  private boolean isOurs() {
    return TransactionSynchronizationManager.hasResource(dataSource);
  }

  private record EndAfterwards(Held held) implements TransactionSynchronization {
    @Override
    public void afterCompletion(int status) {
      CurrentLease.pop(held);
      held.end();
    }
  }

  private record NoCommit(RuntimeException why) implements TransactionSynchronization {
    @Override
    public void beforeCommit(boolean readOnly) {
      throw why;
    }
  }
}
