package dev.holdfast.diagnosis;

import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * Who waits for whom, over leases and PostgreSQL's own locks.
 *
 * @param at when it was looked at, by the database's clock
 * @param nodes leases, who waits, who holds, backends
 * @param edges who waits for whom
 * @param cycles circles of waiting that no lock lets out of
 */
public record WaitGraph(Instant at, List<Node> nodes, List<Edge> edges, List<Cycle> cycles) {

  public WaitGraph {
    nodes = List.copyOf(nodes);
    edges = List.copyOf(edges);
    cycles = List.copyOf(cycles);
  }

  /** What a node is. */
  public enum Kind {
    /** A resource under lease: {@code lease:invoice/7}. */
    LEASE,
    /** Somebody who waits for a lease: {@code waiter:<process>/<number>}. */
    WAITER,
    /** Somebody who holds a lease and is not known to wait: {@code holder:<process or name>}. */
    HOLDER,
    /** A session of PostgreSQL: {@code backend:4711}. */
    BACKEND
  }

  /**
   * Somebody or something that waits or is waited for.
   *
   * @param id unique in this graph, and the same in the next one
   * @param kind what it is
   * @param label for people
   * @param facts holder, fence, since, pid, application, state, query, backendStart …
   * @param root whether others wait for it while it waits for nobody
   */
  public record Node(String id, Kind kind, String label, Map<String, String> facts, boolean root) {

    public Node {
      facts = Map.copyOf(facts);
    }
  }

  /**
   * One waits for another.
   *
   * @param from the id of the one that waits
   * @param to the id of the one that is waited for
   * @param why for people: "waits for", "held by" …
   * @param soft a place in a queue before ours, not a lock: when the lock goes, so does the place
   */
  public record Edge(String from, String to, String why, boolean soft) {}

  /**
   * A circle.
   *
   * @param nodes their ids, each waiting for the next and the last for the first
   * @param sentence for people
   */
  public record Cycle(List<String> nodes, String sentence) {

    public Cycle {
      nodes = List.copyOf(nodes);
    }
  }

  /**
   * A blocker with those who wait for it.
   *
   * @param node who blocks
   * @param advice what would help; for roots and members of cycles
   * @param waiting who waits for it, and below them who waits for those
   */
  public record Tree(Node node, List<Advice> advice, List<Tree> waiting) {

    public Tree {
      advice = List.copyOf(advice);
      waiting = List.copyOf(waiting);
    }
  }

  /** The same as trees: each root blocker first, below it who waits for it. */
  public List<Tree> trees() {
    return Trees.of(this);
  }
}
