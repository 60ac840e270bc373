package dev.holdfast.policy;

import dev.holdfast.policy.sql.Lock.Waiting;
import dev.holdfast.policy.sql.LockMode;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The order within a cluster. It is asked when a transaction enters a table and when it locks it
 * more strongly; which rows of a table come first, the policy does not say.
 *
 * <p>A lock that does not wait (NOWAIT, SKIP LOCKED) cannot be the one that closes a cycle. Those
 * that come after it still can.
 */
final class OrderRule {
  private OrderRule() {}

  static Optional<Violation> check(HeldLocks held, Taken wanted) {
    if (wanted.lock().waiting() != Waiting.WAITS) {
      return Optional.empty();
    }
    Optional<Taken> weaker =
        held.of(wanted.table(), wanted.mode().scope())
            .filter(lock -> isUpgrade(lock.mode(), wanted.mode()))
            .findFirst();
    if (weaker.isPresent()) {
      return Optional.of(upgrade(weaker.get(), wanted));
    }
    boolean strengthens =
        held.counting()
            .anyMatch(h -> h.isOf(wanted.table()) && h.mode().scope() == wanted.mode().scope());
    return strengthens || !held.entered(wanted.table()) ? order(held, wanted) : Optional.empty();
  }

  /**
   * Whether somebody who came along with the weaker lock, holding no more than that, blocks the
   * stronger one. Of two transactions that deadlock by locking one row twice, one does this.
   */
  static boolean isUpgrade(LockMode held, LockMode wanted) {
    return Stream.of(LockMode.values())
        .filter(other -> other.scope() == held.scope() && other.compareTo(held) <= 0)
        .anyMatch(other -> !other.conflictsWith(held) && wanted.conflictsWith(other));
  }

  private static Optional<Violation> order(HeldLocks held, Taken wanted) {
    PlacedTable place = wanted.place();
    if (place == null) {
      return Optional.empty();
    }
    Rule rule = wanted.byForeignKey() ? Rule.FK_ORDER : Rule.ORDER;
    return held.counting()
        .filter(lock -> lock.place() != null && place.isBefore(lock.place()))
        .max(Comparator.comparingInt(OrderRule::rank))
        .map(later -> new Violation(rule, wanted.lock().table(), reason(place, wanted, later)));
  }

  private static int rank(Taken lock) {
    return lock.place() == null ? -1 : lock.place().rank();
  }

  private static String reason(PlacedTable place, Taken wanted, Taken later) {
    return "The transaction %s, but it has %s locked already, and in cluster %s %s comes before %s."
        .formatted(
            wanted.words(), later.table(), place.cluster().name(), place.name(), later.table());
  }

  private static Violation upgrade(Taken held, Taken wanted) {
    String reason =
        "The transaction %s, and holds %s on it already."
            .formatted(wanted.words(), held.mode().sql());
    return new Violation(Rule.UPGRADE, wanted.lock().table(), reason);
  }
}
