package dev.holdfast.torture.fault;

import dev.holdfast.torture.check.Rules;
import dev.holdfast.torture.check.Verdict;
import dev.holdfast.torture.history.History;
import java.util.List;
import java.util.Map;

/**
 * What came out of a stage.
 *
 * @param injected how often each fault was played
 * @param complaints what the faults themselves found, and what could not be played
 */
public record Outcome(
    History history,
    Rules rules,
    Verdict verdict,
    Map<Integer, Integer> injected,
    List<String> complaints) {

  public boolean isGood() {
    return verdict.violations().isEmpty() && complaints.isEmpty();
  }
}
