package dev.holdfast.policy.graph;

import dev.holdfast.policy.sql.LockMode.Scope;
import java.util.List;

/**
 * Whether transactions can stand where a deadlock needs them at one time. They can't if two of them
 * would have to hold what only one can have: a gate that both went through.
 */
final class Gates {

  private final GraphOptions options;

  Gates(GraphOptions options) {
    this.options = options;
  }

  boolean isFeasible(List<LockEdge> edges) {
    for (int i = 0; i < edges.size(); i++) {
      for (int j = i + 1; j < edges.size(); j++) {
        if (exclude(edges.get(i), edges.get(j))) {
          return false;
        }
      }
    }
    return true;
  }

  private boolean exclude(LockEdge one, LockEdge other) {
    boolean sameRun = one.transaction().equals(other.transaction());
    for (LockUse has : one.before()) {
      for (LockUse alsoHas : other.before()) {
        if (Conflicts.between(has.lock(), alsoHas.lock()) && isOne(has, alsoHas, sameRun)) {
          return true;
        }
      }
    }
    return false;
  }

  /** A transaction that runs a second time brings another value, but locks the same rows. */
  private boolean isOne(LockUse has, LockUse other, boolean sameRun) {
    boolean singleton =
        has.table().equals(other.table())
            && has.isOnRow()
            && other.isOnRow()
            && options.isSingleton(has.table());
    boolean value = has.lock().mode().scope() == Scope.VALUE;
    return singleton || (has.isSameAs(other) && !(value && sameRun));
  }
}
