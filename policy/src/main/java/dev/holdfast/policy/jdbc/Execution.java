package dev.holdfast.policy.jdbc;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one call of JDBC does, in order. A transaction that the call opens or ends by itself, as
 * every call does under autocommit, shows as BEGIN and COMMIT steps.
 *
 * @param parameters of a prepared statement, a list a run (several in a batch); empty unless the
 *     observer {@linkplain JdbcObserver#wantsParameters wants them}
 */
public record Execution(List<Step> steps, List<List<@Nullable Object>> parameters) {

  Execution(List<Step> steps) {
    this(List.copyOf(steps), List.of());
  }

  Execution with(List<List<@Nullable Object>> newParameters) {
    return newParameters.isEmpty() ? this : new Execution(steps, newParameters);
  }

  /** Whether it is nothing but the end of a transaction: that one is over even if this fails. */
  public boolean isEnd() {
    return steps.size() == 1 && steps.get(0).isEnd();
  }
}
