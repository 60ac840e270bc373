package dev.holdfast.bench;

import org.jspecify.annotations.Nullable;

/**
 * A target and what was measured against it.
 *
 * @param measured a value a round; null: this run could not tell (a peer or a scenario is missing)
 */
record Verdict(Target target, @Nullable Samples measured) {

  /** By the median of the rounds. */
  String outcome() {
    if (measured == null) {
      return "not measured";
    }
    return target.isMet(measured.median()) ? "met" : "missed";
  }
}
