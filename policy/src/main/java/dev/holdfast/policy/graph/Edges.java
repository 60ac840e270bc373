package dev.holdfast.policy.graph;

import dev.holdfast.policy.sql.Lock;
import dev.holdfast.policy.sql.LockMode.Scope;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The edges of a graph, those that differ in nothing but their rows put together, with a few
 * samples of each. Bounded.
 */
final class Edges {

  private static final int MOST_KINDS = 20_000;
  private static final int MOST_SAMPLES = 8;
  private static final int MOST_DOUBTS = 100;

  /** {@code direction}: within one table, whether the keys go up (1), down (-1), or neither. */
  private record Kind(Lock held, String heldBy, Lock requested, String by, int direction) {}

  private final Map<Kind, List<LockEdge>> kinds = new LinkedHashMap<>();
  private final Map<List<String>, LockEdge> unordered = new LinkedHashMap<>();
  private final Set<String> doubts = new LinkedHashSet<>();
  private long leftOut;

  void requested(LockUse use, List<LockUse> held) {
    List<LockUse> before = List.copyOf(held);
    for (LockUse has : held) {
      if (matters(has, use)) {
        add(new LockEdge(has, use, before));
      }
    }
  }

  /** Rows in no order: held and asked for are rows of one lock. */
  void unordered(LockUse use, List<LockUse> held) {
    if (unordered.size() < MOST_KINDS) {
      unordered.putIfAbsent(
          List.of(use.sql(), use.table().toString()), new LockEdge(use, use, held));
    }
  }

  void doubt(List<String> more, String sql) {
    for (String doubt : more) {
      if (doubts.size() < MOST_DOUBTS) {
        doubts.add(doubt + ": " + sql);
      }
    }
  }

  List<List<LockEdge>> kinds() {
    return List.copyOf(kinds.values());
  }

  List<LockEdge> unordered() {
    return List.copyOf(unordered.values());
  }

  List<String> doubts() {
    return List.copyOf(doubts);
  }

  long leftOut() {
    return leftOut;
  }

  /** Within one table: another row that is known, or the same row in a stronger mode. */
  private static boolean matters(LockUse has, LockUse wanted) {
    if (!has.table().equals(wanted.table())) {
      return true;
    }
    boolean sameScope = has.lock().mode().scope() == wanted.lock().mode().scope();
    return (sameScope && has.isOtherThan(wanted)) || isUpgrade(has, wanted);
  }

  /** Two transactions can have the first at once, and neither can then have the second. */
  static boolean isUpgrade(LockUse has, LockUse wanted) {
    Scope scope = has.lock().mode().scope();
    boolean wantsTable = wanted.lock().mode().scope() == Scope.TABLE;
    boolean shared =
        !Conflicts.between(has.lock(), has.lock()) || (wantsTable && scope != Scope.TABLE);
    boolean comparable =
        scope == wanted.lock().mode().scope() || wantsTable || scope == Scope.TABLE;
    return has.table().equals(wanted.table())
        && shared
        && comparable
        && !(scope != Scope.TABLE && !wantsTable && has.isOtherThan(wanted))
        && Conflicts.between(has.lock(), wanted.lock());
  }

  private void add(LockEdge edge) {
    int direction =
        edge.isWithinTable() && edge.held().key() != null && edge.requested().key() != null
            ? Integer.signum(edge.held().key().compareTo(edge.requested().key()))
            : 0;
    Kind kind =
        new Kind(
            edge.held().lock(),
            edge.held().sql(),
            edge.requested().lock(),
            edge.requested().sql(),
            direction);
    List<LockEdge> samples = kinds.get(kind);
    if (samples == null && kinds.size() < MOST_KINDS) {
      samples = new ArrayList<>();
      kinds.put(kind, samples);
    }
    if (samples == null) {
      leftOut++;
    } else if (samples.size() < MOST_SAMPLES || avoidsGate(edge, samples)) {
      samples.add(edge);
    }
  }

  /** Whether all samples held a row that this one does not: each such edge leaves fewer of them. */
  private static boolean avoidsGate(LockEdge edge, List<LockEdge> samples) {
    return samples.get(0).before().stream()
        .filter(LockUse::isOnRow)
        .filter(gate -> gate.key() != null && !holds(edge, gate))
        .anyMatch(gate -> samples.stream().allMatch(sample -> holds(sample, gate)));
  }

  private static boolean holds(LockEdge edge, LockUse gate) {
    return edge.before().stream().anyMatch(use -> use.isSameAs(gate));
  }
}
