package dev.holdfast.server.http;

import dev.holdfast.diagnosis.WaitGraph;
import dev.holdfast.diagnosis.WaitGraph.Tree;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Who waits for whom: as a graph, and as trees of blockers. */
final class WaitRoutes implements Routes {
  private final Backend backend;

  WaitRoutes(Backend backend) {
    this.backend = backend;
  }

  @Override
  public List<Endpoint> endpoints() {
    return List.of(
        Endpoint.blocking("GET", "/api/v1/waits", Role.READ, this::waits),
        Endpoint.blocking("GET", "/api/v1/blockers", Role.READ, this::blockers));
  }

  private WaitGraph graph(Exchange exchange) {
    return GraphView.of(backend.looking().diagnosis().waitGraph(), exchange.caller());
  }

  private Answer waits(Exchange exchange) {
    WaitGraph graph = graph(exchange);
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    members.put("at", graph.at());
    members.put("nodes", graph.nodes().stream().map(WaitRoutes::node).toList());
    members.put("edges", graph.edges().stream().map(WaitRoutes::edge).toList());
    members.put("cycles", graph.cycles().stream().map(WaitRoutes::cycle).toList());
    return Answer.json(200, members);
  }

  private Answer blockers(Exchange exchange) {
    WaitGraph graph = graph(exchange);
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    members.put("at", graph.at());
    members.put("trees", graph.trees().stream().map(WaitRoutes::tree).toList());
    return Answer.json(200, members);
  }

  private static Map<String, @Nullable Object> node(WaitGraph.Node node) {
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    members.put("id", node.id());
    members.put("kind", ResourceJson.lower(node.kind()));
    members.put("label", node.label());
    members.put("facts", node.facts());
    members.put("root", node.root());
    return members;
  }

  private static Map<String, @Nullable Object> edge(WaitGraph.Edge edge) {
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    members.put("from", edge.from());
    members.put("to", edge.to());
    members.put("why", edge.why());
    members.put("soft", edge.soft());
    return members;
  }

  private static Map<String, @Nullable Object> cycle(WaitGraph.Cycle cycle) {
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    members.put("nodes", cycle.nodes());
    members.put("sentence", cycle.sentence());
    return members;
  }

  private static Map<String, @Nullable Object> tree(Tree tree) {
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    members.put("node", node(tree.node()));
    members.put("advice", tree.advice().stream().map(ResourceJson::advice).toList());
    members.put("waiting", tree.waiting().stream().map(WaitRoutes::tree).toList());
    return members;
  }
}
