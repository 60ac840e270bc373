package dev.holdfast.lease;

import dev.holdfast.InvalidRequestException;
import dev.holdfast.LeaseLostException;
import dev.holdfast.lease.Incidents.Kind;
import dev.holdfast.transaction.TransactionFunction;
import dev.holdfast.transaction.TransactionOptions;
import dev.holdfast.transaction.Transactions;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes under leases: not before the database knows them, and only while they are current. */
final class Guarding {

  private final LeaseService service;
  private final Transactions transactions;
  private final Events events;

  Guarding(LeaseService service, Transactions transactions, Events events) {
    this.service = service;
    this.transactions = transactions;
    this.events = events;
  }

  <T extends @Nullable Object, X extends Exception> T inTransaction(
      List<Lease> leases, TransactionFunction<T, X> function) throws X {
    leases.forEach(Lease::touch);
    Duration longest = leases.stream().map(Lease::ttl).max(Duration::compareTo).orElseThrow();
    TransactionOptions once = TransactionOptions.defaults().withMaxRetries(0).withDeadline(longest);
    List<Lease> inUse = new ArrayList<>(leases.size());
    try {
      for (Lease lease : leases) {
        lease.beginUse();
        inUse.add(lease);
        requireRecord(lease);
      }
      return transactions.run(once, connection -> takeGuard(connection, leases), function);
    } finally {
      inUse.forEach(Lease::endUse);
    }
  }

  void guard(Lease lease, Connection connection) {
    try {
      if (connection.getAutoCommit()) {
        throw new InvalidRequestException(
            "a guard needs a transaction: this connection is in autocommit mode");
      }
      lease.beginUse(); // for good: nobody tells when that transaction ends
      requireRecord(lease);
      takeGuard(connection, List.of(lease));
    } catch (SQLException e) {
      throw Guard.failed(lease, e);
    }
  }

  private void takeGuard(Connection connection, List<Lease> leases) throws SQLException {
    try {
      Guard.take(connection, leases);
    } catch (LeaseLostException e) {
      String why = String.valueOf(e.getMessage());
      String holder =
          leases.stream()
              .filter(lease -> lease.resource().equals(e.resource()))
              .map(Lease::holder)
              .findFirst()
              .orElse(null);
      events.incidents().add(Kind.STALE_WRITE, e.resource(), e.fence(), holder, why);
      throw e;
    }
  }

  private void requireRecord(Lease lease) {
    if (!service.awaitRecord(lease)) {
      throw LeaseService.lost(lease);
    }
  }
}
