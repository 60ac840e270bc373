package dev.holdfast.shedlock;

import dev.holdfast.lease.Lease;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/**
 * The leases of this thread's tasks, the innermost first: ShedLock locks, runs and unlocks in one
 * thread. An extension, perhaps in a thread of its own, changes nothing here: it is the same lease.
 * What another thread unlocks stays behind until this thread's next unlock, given back.
 */
final class Current {

  private static final ThreadLocal<Deque<Lease>> LEASES = ThreadLocal.withInitial(ArrayDeque::new);

  private Current() {}

  static void begin(Lease lease) {
    LEASES.get().push(lease);
  }

  static void end(Lease lease) {
    Deque<Lease> leases = LEASES.get();
    leases.removeIf(other -> other == lease || !other.isHeld());
    if (leases.isEmpty()) {
      LEASES.remove();
    }
  }

  static Optional<Lease> lease() {
    return Optional.ofNullable(LEASES.get().peek());
  }
}
