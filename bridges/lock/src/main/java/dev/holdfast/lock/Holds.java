package dev.holdfast.lock;

import dev.holdfast.lease.Lease;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What each thread holds. A thread sees its own holds only, so nothing here needs a lock, and what
 * a thread never unlocked goes with it.
 */
final class Holds {

  private static final class Hold {

    private final Lease lease;
    private int count = 1;

    Hold(Lease lease) {
      this.lease = lease;
    }
  }

  private final ThreadLocal<Map<String, Hold>> mine = ThreadLocal.withInitial(HashMap::new);

  /**
   * One more of what this thread holds.
   *
   * @return the lease; empty if this thread does not hold it
   * @throws LockLostException if it held it, and lost it since
   */
  Optional<Lease> enter(String name) {
    Hold hold = find(name);
    if (hold == null) {
      return Optional.empty();
    }
    if (!hold.lease.isHeld()) {
      throw LockLostException.onEntry(hold.lease);
    }
    hold.count++;
    return Optional.of(hold.lease);
  }

  void begin(String name, Lease lease) {
    mine.get().put(name, new Hold(lease));
  }

  /**
   * One less.
   *
   * @return the lease, if that was the last one: to be given back
   * @throws IllegalMonitorStateException if this thread does not hold it
   */
  Optional<Lease> leave(String name) {
    Hold hold = require(name);
    if (--hold.count > 0) {
      return Optional.empty();
    }
    Map<String, Hold> holds = mine.get();
    holds.remove(name);
    if (holds.isEmpty()) {
      mine.remove();
    }
    return Optional.of(hold.lease);
  }

  Lease lease(String name) {
    return require(name).lease;
  }

  int count(String name) {
    Hold hold = find(name);
    return hold == null ? 0 : hold.count;
  }

  private Hold require(String name) {
    Hold hold = find(name);
    if (hold == null) {
      throw new IllegalMonitorStateException(
          "this thread ("
              + Thread.currentThread().getName()
              + ") does not hold the lock "
              + name
              + ": unlock it in the thread that locked it, once for each lock;"
              + " for work that changes threads use holdfast.leases()");
    }
    return hold;
  }

  private @Nullable Hold find(String name) {
    return mine.get().get(name);
  }
}
