package dev.holdfast.row;

import dev.holdfast.Identifier;

/**
 * A step of a row from one state to the next.
 *
 * @param column the column that holds the state
 * @param from the state that it must be in
 * @param to the state that it gets
 */
public record Transition(Identifier column, Object from, Object to) {

  /** {@code Transition.of("state", "SUBMITTED", "CLAIMED")}. */
  public static Transition of(String column, Object from, Object to) {
    return new Transition(Identifier.column(column), from, to);
  }
}
