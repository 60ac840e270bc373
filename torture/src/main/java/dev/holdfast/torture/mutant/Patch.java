package dev.holdfast.torture.mutant;

import java.util.Objects;

/** A piece of a function of the schema, and what stands there instead. */
record Patch(String function, String from, String to) {

  Patch {
    Objects.requireNonNull(function, "function");
    if (from.isBlank() || from.equals(to)) {
      throw new IllegalArgumentException("a patch changes something");
    }
  }

  /**
   * The function with the change.
   *
   * @throws IllegalStateException if the piece is not there: the protocol changed, the mutant must
   *     follow
   */
  String applyTo(String definition) {
    if (!definition.contains(from)) {
      throw new IllegalStateException(
          "holdfast.%s has no '%s' any more: adapt the mutant".formatted(function, from.strip()));
    }
    return definition.replace(from, to);
  }
}
