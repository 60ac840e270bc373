package dev.holdfast.server.http;

import dev.holdfast.diagnosis.WaitGraph;
import dev.holdfast.diagnosis.WaitGraph.Edge;
import dev.holdfast.diagnosis.WaitGraph.Kind;
import dev.holdfast.diagnosis.WaitGraph.Node;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * What a caller may see of the wait graph. Whoever is limited to prefixes sees those leases, who
 * holds them and who waits for them; of other leases and of sessions nothing but that they are
 * there, if one of those waits for them.
 */
final class GraphView {
  private static final String LEASE = "lease:";

  private GraphView() {}

  static WaitGraph of(WaitGraph graph, Caller caller) {
    if (caller.prefixes().isEmpty()) {
      return graph;
    }
    Set<String> kept = new HashSet<>();
    for (Node node : graph.nodes()) {
      if (node.kind() == Kind.LEASE && caller.mayName(node.id().substring(LEASE.length()))) {
        kept.add(node.id());
      }
    }
    Set<String> own = Set.copyOf(kept);
    for (Edge edge : graph.edges()) {
      addNeighbour(kept, own, edge.from(), edge.to());
      addNeighbour(kept, own, edge.to(), edge.from());
    }
    return new WaitGraph(
        graph.at(),
        graph.nodes().stream().filter(n -> kept.contains(n.id())).map(GraphView::bare).toList(),
        graph.edges().stream()
            .filter(e -> kept.contains(e.from()) && kept.contains(e.to()))
            .toList(),
        graph.cycles().stream().filter(c -> kept.containsAll(c.nodes())).toList());
  }

  /** Leases of others stay out even where one of ours is next to them. */
  private static void addNeighbour(Set<String> kept, Set<String> own, String lease, String other) {
    if (own.contains(lease) && !other.startsWith(LEASE)) {
      kept.add(other);
    }
  }

  /** What a session runs is nobody else's business. */
  private static Node bare(Node node) {
    return node.kind() == Kind.BACKEND
        ? new Node(node.id(), node.kind(), node.id(), Map.of(), node.root())
        : node;
  }
}
