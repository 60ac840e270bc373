package dev.holdfast.lease;

import dev.holdfast.transaction.TransactionAction;
import dev.holdfast.transaction.TransactionFunction;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Several leases that were acquired together, all or nothing. Usable from any thread. */
public final class LeaseGroup implements AutoCloseable {

  private final List<Lease> leases;
  private final LeaseService service;

  LeaseGroup(List<Lease> leases, LeaseService service) {
    this.leases = List.copyOf(leases);
    this.service = service;
  }

  /** In the order of their names. */
  public List<Lease> leases() {
    return leases;
  }

  /** Whether all of them are surely held. */
  public boolean isHeld() {
    return leases.stream().allMatch(Lease::isHeld);
  }

  /** Calls back for each of them that is lost. */
  public void onLost(Consumer<Lease> callback) {
    leases.forEach(lease -> lease.onLost(callback));
  }

  /** As {@link Lease#inTransaction}, under the guard of all of them. */
  public <T extends @Nullable Object, X extends Exception> T inTransaction(
      TransactionFunction<T, X> function) throws X {
    return service.guarding().inTransaction(leases, function);
  }

  /** As {@link #inTransaction}, for work that has nothing to give back. */
  public <X extends Exception> void inTransactionWithoutResult(TransactionAction<X> action)
      throws X {
    inTransaction(
        tx -> {
          action.run(tx);
          return true;
        });
  }

  /** Gives all back and waits; true if all of them were still ours. */
  public boolean release() {
    return service.releaseAll(leases);
  }

  /** Gives all back without waiting. */
  @Override
  public void close() {
    leases.forEach(Lease::close);
  }
}
