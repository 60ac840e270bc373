package dev.holdfast.policy.graph;

import dev.holdfast.policy.TableName;
import dev.holdfast.policy.graph.GraphPicture.Arc;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Puts tables in a row so that most edges go forward; the same edges, the same row. */
final class TableOrder {

  private TableOrder() {}

  /** Always next: the table that the fewest of the others come before, less those after it. */
  static List<TableName> of(Collection<Arc> arcs) {
    Set<TableName> left = new TreeSet<>();
    arcs.forEach(
        arc -> {
          left.add(arc.from());
          left.add(arc.to());
        });
    List<TableName> order = new ArrayList<>();
    while (!left.isEmpty()) {
      TableName next =
          left.stream()
              .min(
                  Comparator.comparingLong((TableName table) -> into(table, arcs, left))
                      .thenComparingLong(table -> -outOf(table, arcs, left)))
              .orElseThrow();
      order.add(next);
      left.remove(next);
    }
    return order;
  }

  private static long into(TableName table, Collection<Arc> arcs, Set<TableName> left) {
    return arcs.stream()
        .filter(a -> a.to().equals(table) && !a.isLoop() && left.contains(a.from()))
        .count();
  }

  private static long outOf(TableName table, Collection<Arc> arcs, Set<TableName> left) {
    return arcs.stream()
        .filter(a -> a.from().equals(table) && !a.isLoop() && left.contains(a.to()))
        .count();
  }
}
