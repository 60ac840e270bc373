package dev.holdfast.policy.graph;

import dev.holdfast.policy.sql.LockMode.Scope;
import java.util.ArrayList;
import java.util.List;

/** Picks recorded transactions for a circle: different ones that can be there at one time. */
final class Samples {

  private static final int MOST_TRIES = 2_000;

  private final Gates gates;
  private int tries;

  Samples(Gates gates) {
    this.gates = gates;
  }

  /** The best that there is: on the same rows, if they are known. Empty if none will do. */
  List<LockEdge> of(List<List<LockEdge>> kinds) {
    tries = 0;
    List<LockEdge> best = new ArrayList<>();
    search(kinds, new ArrayList<>(), best);
    return best;
  }

  private void search(List<List<LockEdge>> kinds, List<LockEdge> chosen, List<LockEdge> best) {
    if (chosen.size() == kinds.size()) {
      boolean better = best.isEmpty() || meets(chosen) > meets(best);
      if (better && haveSameValues(chosen) && gates.isFeasible(chosen)) {
        best.clear();
        best.addAll(chosen);
      }
      return;
    }
    for (LockEdge edge : kinds.get(chosen.size())) {
      boolean fresh =
          chosen.stream().noneMatch(other -> other.transaction().equals(edge.transaction()));
      if (fresh && tries++ < MOST_TRIES) {
        chosen.add(edge);
        search(kinds, chosen, best);
        chosen.remove(chosen.size() - 1);
      }
    }
  }

  /**
   * Rows are there for any transaction to lock, but a new value is mostly one that nobody else
   * brings, such as a random key: where values are known, only the same ones make a circle.
   */
  private static boolean haveSameValues(List<LockEdge> edges) {
    for (int i = 0; i < edges.size(); i++) {
      LockUse requested = edges.get(i).requested();
      LockUse held = edges.get((i + 1) % edges.size()).held();
      if (requested.lock().mode().scope() == Scope.VALUE && held.isOtherThan(requested)) {
        return false;
      }
    }
    return true;
  }

  /** How many of them ask for the very row that the next one holds, or may do so. */
  private static int meets(List<LockEdge> edges) {
    int meets = 0;
    for (int i = 0; i < edges.size(); i++) {
      LockEdge next = edges.get((i + 1) % edges.size());
      meets += next.held().isOtherThan(edges.get(i).requested()) ? 0 : 1;
    }
    return meets;
  }
}
