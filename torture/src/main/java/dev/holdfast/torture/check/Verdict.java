package dev.holdfast.torture.check;

import java.util.List;

/**
 * What came out.
 *
 * @param violations none: nothing was found
 * @param undecided what could not be decided within the budget, a sentence each
 * @param operations how many were judged
 */
public record Verdict(List<Violation> violations, List<String> undecided, int operations) {

  public Verdict {
    violations = List.copyOf(violations);
    undecided = List.copyOf(undecided);
  }

  /** Nothing is wrong, and that was decided. */
  public boolean isGood() {
    return violations.isEmpty() && undecided.isEmpty();
  }

  public String text() {
    StringBuilder text = new StringBuilder();
    violations.forEach(v -> text.append(v.text()));
    undecided.forEach(u -> text.append("not decided: ").append(u).append('\n'));
    if (isGood()) {
      text.append("no violation in %d operations%n".formatted(operations));
    }
    return text.toString();
  }
}
