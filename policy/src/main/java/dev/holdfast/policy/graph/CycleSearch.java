package dev.holdfast.policy.graph;

import dev.holdfast.policy.TableName;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Circles of edges: what one asks for, the next holds in a mode that conflicts, each table once.
 * The search is bounded; it tells when it gave up.
 */
final class CycleSearch {

  private static final int MOST_STEPS = 500_000;

  /** Circles of the same tables that are kept; the rest would say the same. */
  private static final int MOST_OF_ONE_SHAPE = 4;

  private final List<List<LockEdge>> kinds;
  private final GraphOptions options;
  private final Samples samples;
  private final Map<TableName, List<Integer>> byHeld = new HashMap<>();
  private final Map<Set<TableName>, Integer> shapes = new HashMap<>();
  private final Deque<Integer> path = new ArrayDeque<>();
  private final Consumer<List<LockEdge>> found;
  private int steps;

  CycleSearch(Edges edges, GraphOptions options, Consumer<List<LockEdge>> found) {
    this.kinds = edges.kinds();
    this.options = options;
    this.samples = new Samples(new Gates(options));
    this.found = found;
    for (int i = 0; i < kinds.size(); i++) {
      if (!sample(i).isWithinTable()) {
        byHeld.computeIfAbsent(sample(i).held().table(), t -> new ArrayList<>()).add(i);
      }
    }
  }

  /** Whether all of it was looked at. */
  boolean run() {
    for (int i = 0; i < kinds.size() && steps < MOST_STEPS; i++) {
      if (!sample(i).isWithinTable()) {
        Set<TableName> seen = new HashSet<>();
        seen.add(sample(i).held().table());
        path.addLast(i);
        follow(i, i, seen);
        path.removeLast();
      }
    }
    return steps < MOST_STEPS;
  }

  /** Later kinds only, so that each circle is met once: from its first. */
  private void follow(int first, int last, Set<TableName> seen) {
    LockEdge asks = sample(last);
    for (int next : byHeld.getOrDefault(asks.requested().table(), List.of())) {
      if (steps++ >= MOST_STEPS) {
        return;
      }
      LockEdge edge = sample(next);
      if (next > first && Conflicts.between(edge.held().lock(), asks.requested().lock())) {
        path.addLast(next);
        if (edge.requested().table().equals(sample(first).held().table())) {
          close(first, edge);
        } else if (path.size() < options.longest() && seen.add(edge.requested().table())) {
          seen.add(edge.held().table());
          follow(first, next, seen);
          seen.remove(edge.requested().table());
        }
        path.removeLast();
      }
    }
  }

  private void close(int first, LockEdge last) {
    if (!Conflicts.between(sample(first).held().lock(), last.requested().lock())) {
      return;
    }
    Set<TableName> shape = new HashSet<>();
    path.forEach(kind -> shape.add(sample(kind).held().table()));
    if (shapes.getOrDefault(shape, 0) < MOST_OF_ONE_SHAPE) {
      List<LockEdge> edges = samples.of(path.stream().map(kinds::get).toList());
      if (!edges.isEmpty()) {
        shapes.merge(shape, 1, Integer::sum);
        found.accept(edges);
      }
    }
  }

  private LockEdge sample(int kind) {
    return kinds.get(kind).get(0);
  }
}
