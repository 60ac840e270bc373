package dev.holdfast.examples.processengine;

import dev.holdfast.lease.Lease;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/** A transaction of Spring's that can commit only while a lease is current. */
@Component
class GuardedTransaction {

  private final TransactionTemplate transactions;
  private final DataSource dataSource;

  GuardedTransaction(TransactionTemplate transactions, DataSource dataSource) {
    this.transactions = transactions;
    this.dataSource = dataSource;
  }

  void run(Lease lease, Runnable writes) {
    transactions.executeWithoutResult(
        status -> {
          // First of all: from here to the commit nobody can take the lease over.
          lease.guard(DataSourceUtils.getConnection(dataSource));
          writes.run();
        });
  }
}
