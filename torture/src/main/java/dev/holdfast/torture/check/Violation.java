package dev.holdfast.torture.check;

import dev.holdfast.torture.history.Entry;
import dev.holdfast.torture.history.Operation;
import java.util.List;

/**
 * An invariant that does not hold.
 *
 * @param what happened, in a sentence
 * @param witnesses the operations that contradict it together
 */
public record Violation(
    Invariant invariant, String resource, String what, List<Operation> witnesses) {

  public Violation {
    witnesses = List.copyOf(witnesses);
  }

  /** The sentence, and the entries that prove it. */
  public String text() {
    StringBuilder text = new StringBuilder();
    text.append("%s of %s: %s%n  (%s)%n".formatted(invariant, resource, what, invariant.promise()));
    for (Operation operation : witnesses) {
      text.append("  ").append(line(operation)).append('\n');
    }
    return text.toString();
  }

  private static String line(Operation operation) {
    Entry end = operation.end();
    String note = end == null ? "" : end.note();
    return "%s %s at %d..%s fence %d value %d token %s %s"
        .formatted(
            operation.begin().call(),
            operation.outcome(),
            operation.invokedAt(),
            end == null ? "never" : Long.toString(end.nanos()),
            operation.facts().fence(),
            operation.facts().value(),
            operation.facts().token().isEmpty() ? "unknown" : operation.facts().token(),
            note)
        .strip();
  }
}
