package dev.holdfast.policy.graph;

import java.util.List;

/**
 * A transaction that holds one lock asks for another, and would wait.
 *
 * @param before all that it holds at that time: two transactions that can't hold theirs at once
 *     can't be in one deadlock
 */
public record LockEdge(LockUse held, LockUse requested, List<LockUse> before) {

  public LockEdge {
    before = List.copyOf(before);
  }

  public RecordedTransaction transaction() {
    return held.transaction();
  }

  /** Both within one table. */
  boolean isWithinTable() {
    return held.table().equals(requested.table());
  }

  /** Whether one statement takes both, so that nothing can come between them. */
  boolean isWithinStatement() {
    return held.index() == requested.index();
  }
}
