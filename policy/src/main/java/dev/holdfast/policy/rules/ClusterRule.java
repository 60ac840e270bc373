package dev.holdfast.policy.rules;

import dev.holdfast.policy.Cluster;
import dev.holdfast.policy.Cluster.Kind;
import dev.holdfast.policy.PlacedTable;
import dev.holdfast.policy.Rule;
import dev.holdfast.policy.Violation;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * One cluster a transaction. The first lock decides which; a foreign key's look decides nothing,
 * since the database takes it, and has a rule of its own.
 */
final class ClusterRule {
  private ClusterRule() {}

  static List<Violation> check(HeldLocks held, Taken wanted) {
    PlacedTable place = wanted.place();
    if (place == null) {
      return List.of();
    }
    Optional<PlacedTable> home = held.home().map(Taken::place);
    if (home.isPresent()) {
      return home.get().isApartFrom(place) ? List.of(crossing(wanted, home.get())) : List.of();
    }
    return wanted.byForeignKey() ? List.of() : looksBefore(held, place).toList();
  }

  /** Foreign keys looked elsewhere before the transaction had a cluster. */
  private static Stream<Violation> looksBefore(HeldLocks held, PlacedTable home) {
    return held.counting()
        .filter(lock -> lock.place() != null && home.isApartFrom(lock.place()))
        .map(look -> crossing(look, home));
  }

  private static Violation crossing(Taken lock, PlacedTable home) {
    Cluster other = lock.place() == null ? home.cluster() : lock.place().cluster();
    String reason =
        "The transaction %s, of cluster %s, but it locks tables of cluster %s (%s)."
            .formatted(lock.words(), other.name(), home.cluster().name(), home.name());
    return new Violation(rule(lock, home.cluster(), other), lock.lock().table(), reason);
  }

  private static Rule rule(Taken lock, Cluster home, Cluster other) {
    if (lock.byForeignKey()) {
      return home.kind() == Kind.REPORTING ? Rule.REPORTING_FK : Rule.FK_CLUSTER;
    }
    return home.kind() == Kind.ALONE || other.kind() == Kind.ALONE ? Rule.ALONE : Rule.CLUSTER;
  }
}
