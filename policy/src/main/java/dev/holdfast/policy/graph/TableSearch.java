package dev.holdfast.policy.graph;

import dev.holdfast.policy.graph.LockFinding.Kind;
import dev.holdfast.policy.sql.LockMode.Scope;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** What can go wrong within one table: upgrades, and rows or values in two orders. */
final class TableSearch {

  private static final int MOST_PAIRS = 200_000;

  private final List<LockEdge> edges = new ArrayList<>();
  private final GraphOptions options;
  private final Gates gates;
  private final BiConsumer<Kind, List<LockEdge>> found;
  private final Set<Object> told = new HashSet<>();
  private int pairs;

  TableSearch(Edges all, GraphOptions options, BiConsumer<Kind, List<LockEdge>> found) {
    this.options = options;
    this.gates = new Gates(options);
    this.found = found;
    for (List<LockEdge> kind : all.kinds()) {
      if (kind.get(0).isWithinTable()) {
        edges.addAll(kind);
      }
    }
  }

  /** Whether all of it was looked at. */
  boolean run() {
    for (LockEdge edge : edges) {
      if (Edges.isUpgrade(edge.held(), edge.requested())) {
        tell(Kind.UPGRADE, edge, upgradePartner(edge));
      } else if (!options.isSingleton(edge.held().table())) {
        boolean values = edge.held().lock().mode().scope() == Scope.VALUE;
        tell(values ? Kind.VALUE_ORDER : Kind.ROW_ORDER, edge, orderPartner(edge));
      }
    }
    return pairs < MOST_PAIRS;
  }

  private void tell(Kind kind, LockEdge edge, @Nullable LockEdge partner) {
    if (partner == null) {
      return;
    }
    Set<Object> texts = new HashSet<>();
    for (LockEdge each : List.of(edge, partner)) {
      texts.add(List.of(each.held().sql(), each.requested().sql()));
    }
    if (told.add(List.of(kind, edge.held().table(), texts))) {
      found.accept(kind, List.of(edge, partner));
    }
  }

  /** Another transaction that does the same with the same row, or this one a second time. */
  private @Nullable LockEdge upgradePartner(LockEdge edge) {
    for (LockEdge other : edges) {
      boolean fits =
          !other.transaction().equals(edge.transaction())
              && Edges.isUpgrade(other.held(), other.requested())
              && !other.held().isOtherThan(edge.held());
      if (fits && block(edge, other)) {
        return other;
      }
    }
    return block(edge, edge) ? edge : null;
  }

  /**
   * The same rows the other way round; failing that, other rows the other way round. Not so with
   * values: those that others bring are others.
   */
  private @Nullable LockEdge orderPartner(LockEdge edge) {
    boolean rows = edge.held().isOnRow();
    LockEdge second = null;
    for (LockEdge other : edges) {
      boolean opposite = direction(edge) * direction(other) < 0;
      if (opposite && block(edge, other)) {
        if (edge.requested().isSameAs(other.held()) && other.requested().isSameAs(edge.held())) {
          return other;
        }
        second = second == null && rows ? other : second;
      }
    }
    return second;
  }

  private boolean block(LockEdge one, LockEdge other) {
    return pairs++ < MOST_PAIRS
        && one.held().table().equals(other.held().table())
        && Conflicts.between(one.held().lock(), other.requested().lock())
        && Conflicts.between(other.held().lock(), one.requested().lock())
        && gates.isFeasible(List.of(one, other));
  }

  private static int direction(LockEdge edge) {
    return edge.held().isOtherThan(edge.requested())
            && edge.held().key() != null
            && edge.requested().key() != null
        ? Integer.signum(edge.held().key().compareTo(edge.requested().key()))
        : 0;
  }
}
