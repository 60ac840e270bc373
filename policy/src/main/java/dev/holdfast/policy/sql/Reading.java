package dev.holdfast.policy.sql;

import dev.holdfast.policy.sql.StatementLocks.Kind;
import java.util.List;

/** What was read from one statement. */
record Reading(Kind kind, List<Action> actions, List<String> doubts) {

  Reading {
    actions = List.copyOf(actions);
    doubts = List.copyOf(doubts);
  }

  static Reading of(Kind kind) {
    return new Reading(kind, List.of(), List.of());
  }

  static Reading of(List<Action> actions) {
    return new Reading(Kind.STATEMENT, actions, List.of());
  }

  static Reading doubt(String doubt) {
    return new Reading(Kind.STATEMENT, List.of(), List.of(doubt));
  }
}
