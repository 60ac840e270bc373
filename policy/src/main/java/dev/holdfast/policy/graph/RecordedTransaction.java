package dev.holdfast.policy.graph;

import java.util.List;

/**
 * What one transaction did, from its first statement to its end.
 *
 * @param number by when it ended
 * @param thread in which it ran
 */
public record RecordedTransaction(int number, String thread, List<RecordedStep> steps) {

  public RecordedTransaction {
    steps = List.copyOf(steps);
  }
}
