package dev.holdfast.policy.rules;

import dev.holdfast.policy.TableName;
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

  /** A weaker lock on the same table that this one would be the dangerous upgrade of. */
  Optional<Taken> upgradedBy(Taken wanted) {
    for (Taken held : taken) {
      if (Modes.isUpgrade(held.mode(), wanted.mode()) && held.isOf(wanted.table())) {
        return Optional.of(held);
      }
    }
    return Optional.empty();
  }

  /** Whether the transaction has this lock already, or one that includes it. */
  boolean covers(Taken wanted) {
    return any(wanted.table(), held -> Modes.includes(held.mode(), wanted.mode()));
  }

  /** Whether the transaction has locked anything in this table that counts. */
  boolean entered(TableName table) {
    return any(table, held -> !held.isInPassing());
  }

  /** The first lock that places the transaction in a cluster: not a foreign key's look. */
  Optional<Taken> home() {
    for (Taken held : taken) {
      if (held.place() != null && !held.byForeignKey() && !held.isInPassing()) {
        return Optional.of(held);
      }
    }
    return Optional.empty();
  }

  private boolean hasMode(Taken lock) {
    return any(
        lock.table(),
        held -> held.mode() == lock.mode() && held.byForeignKey() == lock.byForeignKey());
  }

  /** A loop, not a stream: this is asked several times for each lock of each statement. */
  private boolean any(TableName table, Predicate<Taken> fits) {
    for (Taken held : taken) {
      if (fits.test(held) && held.isOf(table)) {
        return true;
      }
    }
    return false;
  }
}
