package dev.holdfast.policy.rules;

import dev.holdfast.policy.PlacedTable;
import dev.holdfast.policy.Rule;
import dev.holdfast.policy.TableName;
import dev.holdfast.policy.TableRule;
import dev.holdfast.policy.Violation;
import java.util.Optional;

/** Whether a table may be locked at all, and by this actor. */
final class AccessRule {
  private AccessRule() {}

  /**
   * Tables that have no place in an order: those that the policy does not name, and those whose
   * rows are never locked. To append to the latter is what they are for; and a foreign key that
   * looks at a row that nobody locks waits for nobody.
   */
  static Optional<Violation> outsideOrder(HeldLocks held, Taken wanted) {
    TableName table = wanted.lock().table();
    if (wanted.place() == null) {
      return held.entered(table) ? Optional.empty() : Optional.of(unknown(wanted));
    }
    return isLook(wanted)
        ? Optional.empty()
        : Optional.of(
            new Violation(
                Rule.NEVER,
                table,
                "The transaction %s, and the policy forbids that.".formatted(wanted.words())));
  }

  private static Violation unknown(Taken wanted) {
    return new Violation(
        Rule.UNKNOWN_TABLE,
        wanted.lock().table(),
        "The transaction %s, and the policy does not name it.".formatted(wanted.words()));
  }

  static Optional<Violation> adminOnly(Taken wanted, PlacedTable place) {
    return place.table().rule() != TableRule.ADMIN || isLook(wanted)
        ? Optional.empty()
        : Optional.of(
            new Violation(
                Rule.ADMIN_ONLY,
                wanted.lock().table(),
                "The transaction %s and is not an admin flow.".formatted(wanted.words())));
  }

  /** Neither a new row nor a foreign key's look is a lock that somebody chose to take. */
  private static boolean isLook(Taken wanted) {
    return wanted.isAppend() || wanted.byForeignKey();
  }
}
