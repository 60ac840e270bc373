package dev.holdfast.policy.sql;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What a walk over a statement has found so far, in order. */
final class Found {

  private final List<Action> actions = new ArrayList<>();
  private final List<String> doubts = new ArrayList<>();
  private final Set<Integer> clauses = new HashSet<>();
  private final Set<String> calls = new HashSet<>();
  private int writes;
  private boolean muted;

  void add(Action action) {
    if (action instanceof Action.Call call) {
      calls.add(call.function().name());
    }
    if (!muted) {
      actions.add(action);
    }
  }

  void doubt(String doubt) {
    doubts.add(doubt);
  }

  /** Walks over what PostgreSQL does not run: met, and of no effect. */
  void muted(Runnable walk) {
    boolean before = muted;
    muted = true;
    walk.run();
    muted = before;
  }

  void sawClause(int number) {
    clauses.add(number);
  }

  void sawWrite() {
    writes++;
  }

  /** Whether a call of that function was met. */
  boolean sawCall(String function) {
    return calls.contains(function);
  }

  /** How many marks of locking clauses were met. */
  int clauses() {
    return clauses.size();
  }

  /** How many INSERT, UPDATE, DELETE, MERGE were met. */
  int writes() {
    return writes;
  }

  List<Action> actions() {
    return actions;
  }

  List<String> doubts() {
    return doubts;
  }
}
