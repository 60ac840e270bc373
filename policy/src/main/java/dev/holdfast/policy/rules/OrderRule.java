package dev.holdfast.policy.rules;

import dev.holdfast.policy.PlacedTable;
import dev.holdfast.policy.Rule;
import dev.holdfast.policy.Violation;
import dev.holdfast.policy.sql.Lock.Waiting;
import java.util.Comparator;
import java.util.Optional;

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
    if (wanted.lock().waiting() != Waiting.WAITS || held.size() == 0) {
      return Optional.empty();
    }
    Optional<Violation> upgrade = upgrade(held, wanted);
    if (upgrade.isPresent()) {
      return upgrade;
    }
    return held.entered(wanted.table()) && !strengthens(held, wanted)
        ? Optional.empty()
        : order(held, wanted);
  }

  private static Optional<Violation> upgrade(HeldLocks held, Taken wanted) {
    Optional<Violation> row = held.upgradedBy(wanted).map(weaker -> upgrade(weaker, wanted));
    Taken inPassing = wanted.inPassing();
    return row.isPresent() || inPassing == null || held.covers(inPassing)
        ? row
        : held.upgradedBy(inPassing).map(weaker -> upgrade(weaker, wanted));
  }

  private static boolean strengthens(HeldLocks held, Taken wanted) {
    return held.counting()
        .anyMatch(h -> h.mode().scope() == wanted.mode().scope() && h.isOf(wanted.table()));
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
