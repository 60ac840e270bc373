package dev.holdfast.torture.check;

import dev.holdfast.torture.history.Operation;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Of some answered operations, the one with the highest number among those that were over before
 * another began. It is asked in the order of invocation, so that all questions together are one
 * pass.
 */
final class HighestBefore {

  private final List<Operation> byEnd;
  private final ToLongFunction<Operation> number;
  private int next;
  private @Nullable Operation highest;

  HighestBefore(List<Operation> answered, ToLongFunction<Operation> number) {
    this.byEnd =
        answered.stream().sorted(Comparator.comparingLong(Operation::completedAt)).toList();
    this.number = number;
  }

  static HighestBefore byFence(List<Operation> answered) {
    return new HighestBefore(answered, o -> o.facts().fence());
  }

  /** Null: none was over by then. */
  @Nullable Operation of(Operation later) {
    while (next < byEnd.size() && byEnd.get(next).isBefore(later)) {
      Operation over = byEnd.get(next++);
      if (highest == null || number.applyAsLong(over) > number.applyAsLong(highest)) {
        highest = over;
      }
    }
    return highest;
  }
}
