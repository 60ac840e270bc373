package dev.holdfast.diagnosis;

import dev.holdfast.diagnosis.Advice.Act;
import dev.holdfast.diagnosis.WaitGraph.Edge;
import dev.holdfast.diagnosis.WaitGraph.Kind;
import dev.holdfast.diagnosis.WaitGraph.Node;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
