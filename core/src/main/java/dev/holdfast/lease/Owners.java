package dev.holdfast.lease;

import dev.holdfast.transaction.Transactions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Who is one and the same, when a deadlock is looked for.
 *
 * <p>A thread that waits for a lease owns the leases that it acquired itself by waiting for the
 * answer, as long as no other thread works with them ({@link Lease#passOn}) and they are renewed by
 * themselves: such a lease surely stays held until that wait ends. What else may have it (a lease
 * acquired without a thread, one that runs out by itself) is nobody's, for a deadlock that is told
 * where there is none would do more harm than one that ends with its wait.
 */
final class Owners {

  private static final int MOST_HELD = 100;

  private final HeldLeases held;
  private final Transactions transactions;

  Owners(HeldLeases held, Transactions transactions) {
    this.held = held;
    this.transactions = transactions;
  }

  /** What these threads hold, a hundred leases each at most. */
  Map<Thread, List<Lease>> holds(Set<Thread> threads) {
    Map<Thread, List<Lease>> holds = new HashMap<>();
    if (threads.isEmpty()) {
      return holds;
    }
    for (Lease lease : held.all()) {
      Thread owner = lease.owner();
      if (owner != null && lease.renewsItself() && threads.contains(owner)) {
        List<Lease> theirs = holds.computeIfAbsent(owner, thread -> new ArrayList<>());
        if (theirs.size() < MOST_HELD) {
          theirs.add(lease);
        }
      }
    }
    return holds;
  }

  /** The backends of the transactions that each thread has open at this moment. */
  Map<Thread, List<Integer>> backends() {
    return transactions.openBackends();
  }
}
