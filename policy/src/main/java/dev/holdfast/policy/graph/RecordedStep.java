package dev.holdfast.policy.graph;

import dev.holdfast.policy.jdbc.Step;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One thing that a transaction did.
 *
 * @param text of a statement its SQL, of a savepoint its name
 * @param parameters what was bound to it
 * @param stack the program's own frames, innermost first
 */
public record RecordedStep(
    Step.Kind kind, String text, List<@Nullable Object> parameters, List<String> stack) {

  public RecordedStep {
    parameters = Collections.unmodifiableList(new ArrayList<>(parameters));
    stack = List.copyOf(stack);
  }

  /** As SQL: what a person would type. */
  public String sql() {
    return switch (kind) {
      case STATEMENT -> text;
      case SAVEPOINT -> "SAVEPOINT " + quoted();
      case ROLLBACK_TO -> "ROLLBACK TO SAVEPOINT " + quoted();
      case RELEASE -> "RELEASE SAVEPOINT " + quoted();
      case BEGIN, COMMIT, ROLLBACK -> kind.name();
    };
  }

  private String quoted() {
    return '"' + text.replace("\"", "\"\"") + '"';
  }
}
