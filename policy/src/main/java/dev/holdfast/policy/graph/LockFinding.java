package dev.holdfast.policy.graph;

import dev.holdfast.policy.TableName;
import java.util.List;

/**
 * A deadlock that could be: each transaction holds what the one before it asks for.
 *
 * @param edges one a transaction, in a circle: what the first asks for, the second holds
 * @param fix what to do about it
 */
public record LockFinding(Kind kind, List<LockEdge> edges, String fix) {

  /** How transactions come to wait for each other. */
  public enum Kind {
    /** Tables in different orders. */
    TABLE_ORDER("tables are locked in different orders"),
    /** A weak lock that several can have, then a strong one on the same row. */
    UPGRADE("a row is locked weakly, then strongly"),
    /** Rows of one table in different orders. */
    ROW_ORDER("rows of one table are locked in different orders"),
    /** Unique values in different orders. */
    VALUE_ORDER("unique values are inserted in different orders"),
    /** Several rows in the order of a plan; it may differ from run to run. */
    UNORDERED("several rows are locked in no order");

    private final String words;

    Kind(String words) {
      this.words = words;
    }

    public String words() {
      return words;
    }

    /** Whether both orders were seen; if not, PostgreSQL is free to take another one. */
    public boolean isCycle() {
      return this != UNORDERED;
    }
  }

  public LockFinding {
    edges = List.copyOf(edges);
  }

  /** The tables in a circle. */
  public List<TableName> tables() {
    return edges.stream().map(edge -> edge.held().table()).distinct().toList();
  }

  /** For people: {@code accounts → bills → accounts}. */
  public String title() {
    StringBuilder title = new StringBuilder();
    edges.forEach(edge -> title.append(edge.held().name()).append(" → "));
    return title.append(edges.get(0).held().name()).toString();
  }

  /** How it would come to a deadlock. */
  public Schedule schedule() {
    return Schedule.of(edges);
  }
}
