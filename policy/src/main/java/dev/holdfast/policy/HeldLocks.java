package dev.holdfast.policy;

import dev.holdfast.policy.sql.LockMode;
import dev.holdfast.policy.sql.LockMode.Scope;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * What a transaction holds, in the order in which it came: of each table each mode once, so it has
 * a bound.
 */
final class HeldLocks {
  private final List<Taken> taken = new ArrayList<>();

  void add(Taken lock) {
    if (!hasMode(lock)) {
      taken.add(lock);
    }
    Taken inPassing = lock.inPassing();
    if (inPassing != null && !hasMode(inPassing)) {
      taken.add(inPassing);
    }
  }

  int size() {
    return taken.size();
  }

  void truncate(int size) {
    taken.subList(size, taken.size()).clear();
  }

  /** Those that count, in the order in which they came. */
  Stream<Taken> counting() {
    return taken.stream().filter(lock -> !lock.isInPassing());
  }

  Stream<Taken> of(TableName table, Scope scope) {
    return taken.stream().filter(lock -> lock.isOf(table) && lock.mode().scope() == scope);
  }

  /** Whether the transaction has this lock already, or one that includes it. */
  boolean covers(Taken wanted) {
    boolean asStrong =
        of(wanted.table(), wanted.mode().scope())
            .anyMatch(held -> held.mode().compareTo(wanted.mode()) >= 0);
    return asStrong || of(wanted.table(), Scope.TABLE).anyMatch(HeldLocks::keepsAllOut);
  }

  /** Whether the transaction has locked anything in this table that counts. */
  boolean entered(TableName table) {
    return counting().anyMatch(lock -> lock.isOf(table));
  }

  /** The first lock that places the transaction in a cluster: not a foreign key's look. */
  Optional<Taken> home() {
    return counting().filter(lock -> lock.place() != null && !lock.byForeignKey()).findFirst();
  }

  private boolean hasMode(Taken lock) {
    Predicate<Taken> same = held -> held.mode() == lock.mode() && held.isOf(lock.table());
    return taken.stream().anyMatch(same.and(held -> held.byForeignKey() == lock.byForeignKey()));
  }

  /** Nobody else locks a row of a table that one has in this mode. */
  private static boolean keepsAllOut(Taken held) {
    return held.mode().compareTo(LockMode.TABLE_EXCLUSIVE) >= 0;
  }
}
