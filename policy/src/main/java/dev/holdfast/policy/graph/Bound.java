package dev.holdfast.policy.graph;

import dev.holdfast.policy.jdbc.Execution;
import dev.holdfast.policy.jdbc.Step;
import dev.holdfast.policy.sql.RowKeys;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Which parameters of an execution belong to which of its statements. */
final class Bound {

  private final Execution execution;
  private int used;

  Bound(Execution execution) {
    this.execution = execution;
  }

  /**
   * The runs of a statement, each with its parameters: several in a batch, which is of one
   * statement. A text of several has the parameters of all of them, one after the other.
   */
  List<List<@Nullable Object>> of(Step step) {
    List<List<@Nullable Object>> runs = execution.parameters();
    if (runs.isEmpty()) {
      return List.of(List.of());
    }
    long statements = execution.steps().stream().filter(Bound::isStatement).count();
    if (statements == 1 || runs.size() > 1) {
      return statements == 1 ? runs : List.of(List.of());
    }
    List<@Nullable Object> all = runs.get(0);
    int from = Math.min(used, all.size());
    used = Math.min(from + RowKeys.placeholders(step.text()), all.size());
    return List.of(all.subList(from, used));
  }

  static boolean isStatement(Step step) {
    return step.kind() == Step.Kind.STATEMENT;
  }
}
