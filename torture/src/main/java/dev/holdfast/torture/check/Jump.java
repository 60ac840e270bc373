package dev.holdfast.torture.check;

import dev.holdfast.torture.history.History;
import dev.holdfast.torture.history.Kind;
import dev.holdfast.torture.history.Operation;
import java.util.List;

/**
 * The machine's clock was set, by nobody here: a virtual machine that was stopped and goes on, a
 * time service. The database's clock is that clock, so a lease that ran at that moment may have
 * ended at any time since.
 *
 * @param before the last look at which the clock was as before
 * @param after the first one at which it had been set
 * @param millis by how much; below zero: back
 */
public record Jump(long before, long after, long millis) {

  private static final long MILLI = 1_000_000;

  static List<Jump> of(History history) {
    return history.operations(Kind.JUMP).map(Jump::of).toList();
  }

  private static Jump of(Operation operation) {
    return new Jump(operation.invokedAt(), operation.completedAt(), operation.facts().value());
  }

  /** Whether it may have been after the one moment and before the other. */
  boolean isBetween(long from, long until) {
    return before < until && after > from;
  }

  /** When leases last as long as they should again: a clock that was set back keeps them longer. */
  long isOverAt() {
    return after + Math.max(0, -millis) * MILLI;
  }
}
