package dev.holdfast.policy.lint;

import dev.holdfast.policy.Nearest;
import dev.holdfast.policy.Policy;
import dev.holdfast.policy.TableName;

/** What a wrong name may have meant. */
final class Hints {
  private Hints() {}

  /** " Did you mean …?" with a table of the policy, or nothing. */
  static String table(Policy policy, TableName wrong) {
    return Nearest.hint(
        wrong.name(), policy.tables().stream().map(table -> table.name().name()).toList());
  }
}
