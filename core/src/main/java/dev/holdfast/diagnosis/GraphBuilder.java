package dev.holdfast.diagnosis;

import dev.holdfast.diagnosis.WaitGraph.Cycle;
import dev.holdfast.diagnosis.WaitGraph.Edge;
import dev.holdfast.diagnosis.WaitGraph.Kind;
import dev.holdfast.diagnosis.WaitGraph.Node;
import dev.holdfast.internal.Circles;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Makes the graph: a waiter waits for a lease; a lease for the transaction that works under its
 * guard, or for the waiter that holds it, or for a holder of whom nothing else is known; a backend
 * for the backends that have its lock, or for the waiter whose transaction it runs.
 */
final class GraphBuilder {

  private static final int MOST_NODES = 10_000;

  private final Facts facts;
  private final Map<String, Node> nodes = new LinkedHashMap<>();
  private final Map<List<String>, Edge> edges = new LinkedHashMap<>();
  private final Set<String> blamed = new HashSet<>();

  private GraphBuilder(Facts facts) {
    this.facts = facts;
  }

  static WaitGraph of(Facts facts) {
    return new GraphBuilder(facts).build();
  }

  private WaitGraph build() {
    facts.of("lease").forEach(f -> add(f.id(), Kind.LEASE, f.target(), f.facts()));
    facts.of("backend").forEach(f -> add(f.id(), Kind.BACKEND, Labels.backend(f), f.facts()));
    waiters();
    facts.of("block").forEach(this::block);
    facts.of("guard").forEach(f -> blame(f.id(), "backend:" + f.target(), "is guarded by"));
    facts.of("edge").forEach(this::edge);
    facts.of("works").forEach(f -> put("backend:" + f.target(), f.id(), "works for", false));
    facts.of("lease").filter(f -> !blamed.contains(f.id())).forEach(this::holder);
    List<Edge> hard = edges.values().stream().filter(edge -> !edge.soft()).toList();
    Set<String> waiting = hard.stream().map(Edge::from).collect(Collectors.toSet());
    Set<String> blocking = hard.stream().map(Edge::to).collect(Collectors.toSet());
    List<Node> all =
        nodes.values().stream()
            .filter(node -> waiting.contains(node.id()) || blocking.contains(node.id()))
            .map(node -> rooted(node, blocking.contains(node.id()) && !waiting.contains(node.id())))
            .toList();
    return new WaitGraph(facts.at(), all, List.copyOf(edges.values()), cycles(hard));
  }

  private void waiters() {
    Map<String, String> last = new HashMap<>();
    facts
        .of("waiter")
        .forEach(
            f -> {
              String lease = "lease:" + f.target();
              add(lease, Kind.LEASE, f.target(), Map.of("resource", f.target(), "state", "free"));
              add(f.id(), Kind.WAITER, f.get("holder"), about(f));
              put(f.id(), lease, "waits for", false);
              String before = last.put(f.target(), f.id());
              if (before != null) {
                put(f.id(), before, "stands behind", true);
              }
            });
  }

  private Map<String, String> about(Fact waiter) {
    Map<String, String> about = new HashMap<>(waiter.facts());
    Duration waiting = Duration.between(Instant.parse(waiter.get("since")), facts.at());
    about.put("resource", waiter.target());
    about.put("waitingSeconds", Long.toString(Math.max(waiting.toSeconds(), 0)));
    if (!facts.holds(waiter.id()).isEmpty()) {
      about.put("holds", String.join(", ", facts.holds(waiter.id())));
    }
    if (!facts.backends(waiter.id()).isEmpty()) {
      about.put("backends", facts.backends(waiter.id()).toString());
    }
    return about;
  }

  private void block(Fact fact) {
    boolean soft = fact.get("soft").equals("true");
    put(fact.id(), fact.target(), soft ? "stands behind" : "waits for a lock of", soft);
  }

  /** Between waiters there is a lease; the other edges are known already. */
  private void edge(Fact fact) {
    if (fact.id().startsWith("waiter:") && fact.target().startsWith("waiter:")) {
      blame("lease:" + fact.get("resource"), fact.target(), "is held by");
    }
  }

  /** Why a lease is not free. */
  private void blame(String lease, String by, String why) {
    put(lease, by, why, false);
    blamed.add(lease);
  }

  private void holder(Fact lease) {
    if (lease.get("state").equals("held")) {
      String id = "holder:" + lease.get("holder");
      add(id, Kind.HOLDER, lease.get("holder"), Map.of("holder", lease.get("holder")));
      put(lease.id(), id, "is held by", false);
    }
  }

  private void add(String id, Kind kind, String label, Map<String, String> about) {
    if (nodes.size() < MOST_NODES) {
      nodes.putIfAbsent(id, new Node(id, kind, label, about, false));
    }
  }

  private void put(String from, String to, String why, boolean soft) {
    if (nodes.containsKey(from) && nodes.containsKey(to)) {
      edges.putIfAbsent(List.of(from, to), new Edge(from, to, why, soft));
    }
  }

  private static Node rooted(Node node, boolean root) {
    return new Node(
        node.id(), node.kind(), node.label(), node.facts(), root && node.kind() != Kind.LEASE);
  }

  private List<Cycle> cycles(List<Edge> hard) {
    Map<String, Set<String>> graph = new HashMap<>();
    hard.forEach(e -> graph.computeIfAbsent(e.from(), id -> new TreeSet<>()).add(e.to()));
    List<Cycle> cycles = new ArrayList<>();
    for (List<String> ids : Circles.in(graph)) {
      cycles.add(new Cycle(ids, Labels.cycle(ids, nodes)));
    }
    return cycles;
  }
}
