package dev.holdfast.diagnosis;

import dev.holdfast.diagnosis.Advice.Act;
import dev.holdfast.diagnosis.WaitGraph.Edge;
import dev.holdfast.diagnosis.WaitGraph.Kind;
import dev.holdfast.diagnosis.WaitGraph.Node;
import dev.holdfast.lease.LeaseInfo;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** What would help against somebody in the way. */
final class Advising {

  /** Sooner than a person could decide: then waiting is the advice. */
  private static final Duration SOON = Duration.ofSeconds(10);

  private Advising() {}

  /** The best first; empty for who is in nobody's way. */
  static List<Advice> on(Node node, WaitGraph graph) {
    return switch (node.kind()) {
      case BACKEND -> onBackend(node);
      case LEASE -> onLease(node);
      case HOLDER -> heldBy(node, graph).stream().flatMap(l -> onLease(l).stream()).toList();
      case WAITER -> onWaiter(node, graph);
    };
  }

  /** Against whoever is in the way of those who want a resource. */
  static List<Advice> onResource(String resource, Optional<LeaseInfo> lease, WaitGraph graph) {
    if (lease.isEmpty() || !lease.get().isHeld() || lease.get().tenure() == null) {
      return List.of(new Advice(Act.NONE, "nobody holds it: acquire it", Map.of()));
    }
    Map<String, Node> nodes = new HashMap<>();
    graph.nodes().forEach(node -> nodes.put(node.id(), node));
    Node itself = nodes.get("lease:" + resource);
    if (itself == null) {
      LeaseInfo.Tenure tenure = lease.get().tenure();
      Map<String, String> facts =
          Map.of(
              "resource", resource,
              "fence", Long.toString(lease.get().fence()),
              "holder", tenure.holder(),
              "remainingSeconds", Long.toString(tenure.remaining().toSeconds()));
      return onLease(new Node("lease:" + resource, Kind.LEASE, resource, facts, false));
    }
    Set<Advice> all = new LinkedHashSet<>();
    for (String id : reachable(itself.id(), graph)) {
      Node node = nodes.get(id);
      if (node != null && node.root()) {
        all.addAll(node.kind() == Kind.HOLDER ? onLease(itself) : on(node, graph));
      }
    }
    return all.isEmpty() ? onLease(itself) : List.copyOf(all);
  }

  /** Everybody who has to get on before this one does. */
  private static Set<String> reachable(String start, WaitGraph graph) {
    Map<String, List<String>> next =
        graph.edges().stream()
            .filter(edge -> !edge.soft())
            .collect(
                Collectors.groupingBy(
                    Edge::from, Collectors.mapping(Edge::to, Collectors.toList())));
    Set<String> reached = new LinkedHashSet<>(Set.of(start));
    Deque<String> open = new ArrayDeque<>(reached);
    while (!open.isEmpty()) {
      for (String id : next.getOrDefault(open.remove(), List.of())) {
        if (reached.add(id)) {
          open.add(id);
        }
      }
    }
    return reached;
  }

  private static List<Advice> onBackend(Node node) {
    Map<String, String> parameters =
        Map.of(
            "pid", node.facts().getOrDefault("pid", "0"),
            "backendStart", node.facts().getOrDefault("backendStart", ""));
    if (parameters.containsValue("0")) {
      return List.of(
          new Advice(
              Act.NONE,
              "a prepared transaction has the lock: COMMIT PREPARED or ROLLBACK PREPARED, see"
                  + " pg_prepared_xacts",
              Map.of()));
    }
    String state = node.facts().getOrDefault("state", "");
    Advice terminate =
        new Advice(
            Act.TERMINATE,
            state.startsWith("idle in transaction")
                ? node.label()
                    + " does nothing and keeps its locks: end its session; what it did is rolled"
                    + " back"
                : "if a cancel does not help, end the session of " + node.label(),
            parameters);
    if (state.startsWith("idle")) {
      return List.of(terminate);
    }
    Advice cancel = new Advice(Act.CANCEL, "cancel what " + node.label() + " is doing", parameters);
    return List.of(cancel, terminate);
  }

  private static List<Advice> onLease(Node lease) {
    List<Advice> all = new ArrayList<>();
    String resource = lease.facts().getOrDefault("resource", "");
    String fence = lease.facts().getOrDefault("fence", "");
    double left = Double.parseDouble(lease.facts().getOrDefault("remainingSeconds", "0"));
    Advice release =
        new Advice(
            Act.RELEASE,
            "take "
                + resource
                + " away from "
                + lease.facts().getOrDefault("holder", "its holder")
                + " (fence "
                + fence
                + "): whatever it writes under its guard from then on is refused",
            Map.of("resource", resource, "fence", fence));
    if (left < SOON.toSeconds()) {
      all.add(
          new Advice(
              Act.WAIT,
              "it ends in " + Math.round(left) + " s unless its holder renews it: wait",
              Map.of()));
    }
    all.add(release);
    return all;
  }

  /** A waiter is in the way by what it holds. */
  private static List<Advice> onWaiter(Node waiter, WaitGraph graph) {
    List<Advice> all =
        new ArrayList<>(heldBy(waiter, graph).stream().flatMap(l -> onLease(l).stream()).toList());
    graph.edges().stream()
        .filter(edge -> edge.to().equals(waiter.id()) && !edge.soft())
        .flatMap(edge -> graph.nodes().stream().filter(n -> n.id().equals(edge.from())))
        .filter(node -> node.kind() == Kind.BACKEND)
        .forEach(backend -> all.addAll(onBackend(backend)));
    return all;
  }

  private static List<Node> heldBy(Node holder, WaitGraph graph) {
    Set<String> held =
        graph.edges().stream()
            .filter(edge -> edge.to().equals(holder.id()) && !edge.soft())
            .map(Edge::from)
            .collect(Collectors.toSet());
    return graph.nodes().stream()
        .filter(node -> node.kind() == Kind.LEASE && held.contains(node.id()))
        .toList();
  }
}
