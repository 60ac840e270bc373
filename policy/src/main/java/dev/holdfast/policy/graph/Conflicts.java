package dev.holdfast.policy.graph;

import dev.holdfast.policy.sql.Lock;
import dev.holdfast.policy.sql.LockMode;
import dev.holdfast.policy.sql.LockMode.Scope;
import dev.holdfast.policy.sql.Origin;

/** Who waits for whom, across what locks are on. */
final class Conflicts {

  private Conflicts() {}

  /** Whether a transaction that asks for one lock may wait for another that has the other. */
  static boolean between(Lock held, Lock requested) {
    Scope has = held.mode().scope();
    Scope wants = requested.mode().scope();
    if (has == wants) {
      return held.mode().conflictsWith(requested.mode());
    }
    if (has == Scope.TABLE || wants == Scope.TABLE) {
      return inPassing(held).conflictsWith(inPassing(requested));
    }
    // an entry of a unique index waits for whoever deletes the row of that value or changes its
    // key; nobody waits for a row that is new, as nobody sees it
    return has == Scope.ROW && held.mode() == LockMode.UPDATE && held.origin() != Origin.EXPLICIT;
  }

  static boolean isExclusive(LockMode mode) {
    return mode.conflictsWith(mode);
  }

  /** A lock on a row is also a weak one on its table. */
  private static LockMode inPassing(Lock lock) {
    if (lock.mode().scope() == Scope.TABLE) {
      return lock.mode();
    }
    boolean reads = lock.origin() == Origin.EXPLICIT || lock.origin() == Origin.FOREIGN_KEY;
    return reads ? LockMode.TABLE_ROW_SHARE : LockMode.TABLE_ROW_EXCLUSIVE;
  }
}
