package dev.holdfast.bench.report;

import org.jspecify.annotations.Nullable;

/**
 * A target and what was measured against it.
 *
 * @param measured a value a round; null: this run could not tell (a peer or a scenario is missing)
 * @param note which peer was the best, or why there is no measurement; often empty
 */
public record Verdict(Target target, @Nullable Samples measured, String note) {

  /** By the median of the rounds. */
  public String outcome() {
    if (measured == null) {
      return "not measured";
    }
    return target.isMet(measured.median()) ? "met" : "missed";
  }
}
