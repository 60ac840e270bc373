package dev.holdfast.diagnosis;

import dev.holdfast.diagnosis.WaitGraph.Cycle;
import dev.holdfast.diagnosis.WaitGraph.Edge;
import dev.holdfast.diagnosis.WaitGraph.Node;
import dev.holdfast.diagnosis.WaitGraph.Tree;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A graph as trees. Who waits for several stands below the first of them and is not opened again
 * below the others; a place in a queue counts only for who waits for nothing else.
 */
final class Trees {

  private static final int DEEPEST = 100;

  private final Map<String, Node> nodes = new LinkedHashMap<>();
  private final Map<String, Set<String>> waiting = new HashMap<>();
  private final Set<String> opened = new HashSet<>();
  private final WaitGraph graph;

  private Trees(WaitGraph graph) {
    this.graph = graph;
    graph.nodes().forEach(node -> nodes.put(node.id(), node));
    graph.edges().stream().filter(edge -> !edge.soft()).forEach(this::put);
    Set<String> placed = new HashSet<>();
    waiting.values().forEach(placed::addAll);
    graph.edges().stream()
        .filter(edge -> edge.soft() && !placed.contains(edge.from()))
        .forEach(this::put);
  }

  static List<Tree> of(WaitGraph graph) {
    return new Trees(graph).build();
  }

  /**
   * Circles first: nothing else gets on without them; then the roots, the most waited for first.
   */
  private List<Tree> build() {
    List<Tree> trees = new ArrayList<>();
    for (Cycle cycle : graph.cycles()) {
      Node first = nodes.get(cycle.nodes().get(0));
      if (first != null && !opened.contains(first.id())) {
        trees.add(tree(first, 0));
      }
    }
    List<Tree> roots = new ArrayList<>();
    nodes.values().stream()
        .filter(node -> node.root() && !opened.contains(node.id()))
        .forEach(node -> roots.add(tree(node, 0)));
    roots.sort(Comparator.comparingInt(Trees::size).reversed());
    trees.addAll(roots);
    return trees;
  }

  private Tree tree(Node node, int depth) {
    List<Tree> below = new ArrayList<>();
    if (opened.add(node.id()) && depth < DEEPEST) {
      for (String id : waiting.getOrDefault(node.id(), Set.of())) {
        Node waiter = nodes.get(id);
        if (waiter != null) {
          below.add(tree(waiter, depth + 1));
        }
      }
    }
    return new Tree(node, depth == 0 ? Advising.on(node, graph) : List.of(), below);
  }

  private void put(Edge edge) {
    waiting.computeIfAbsent(edge.to(), id -> new LinkedHashSet<>()).add(edge.from());
  }

  private static int size(Tree tree) {
    return 1 + tree.waiting().stream().mapToInt(Trees::size).sum();
  }
}
