package dev.holdfast.examples.permitworkflow;

import dev.holdfast.VersionCheck;
import dev.holdfast.version.Assignments;
import java.util.Set;

/**
 * A transition that somebody wants.
 *
 * @param from the states in which it is possible
 * @param officer who wants it; empty: the citizen
 * @param seen the version that its decision is based on
 * @param also what changes besides the state
 */
record Move(Set<State> from, State to, String officer, VersionCheck seen, Assignments also) {

  Move {
    from = Set.copyOf(from);
  }

  /** Whether only the officer who claimed the application may do it. */
  boolean isTheHoldersAlone() {
    return from.contains(State.CLAIMED);
  }
}
