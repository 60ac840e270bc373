package dev.holdfast.torture.fault;

import dev.holdfast.torture.check.Rules;
import dev.holdfast.torture.check.Verdict;
import dev.holdfast.torture.history.History;
import java.util.List;

/**
 * What came out of a stage.
 *
 * @param tally how often each fault hit
 * @param complaints what the faults themselves found, and what could not be played
 */
public record Outcome(
    History history, Rules rules, Verdict verdict, Tally tally, List<String> complaints) {

  public boolean isGood() {
    return verdict.violations().isEmpty() && complaints.isEmpty();
  }
}
