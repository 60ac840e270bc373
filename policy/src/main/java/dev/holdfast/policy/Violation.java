package dev.holdfast.policy;

import org.jspecify.annotations.Nullable;

/**
 * A lock that breaks the policy.
 *
 * @param rule the id of a {@link Rule}
 * @param table the table whose lock breaks it; null where SQL was not understood
 * @param reason what was seen and what the policy says about it
 * @param fix what to do
 */
public record Violation(String rule, @Nullable TableName table, String reason, String fix) {

  /** With the fix that the rule proposes. */
  public Violation(Rule rule, @Nullable TableName table, String reason) {
    this(rule.id(), table, reason, rule.fix());
  }

  public Violation withReason(String newReason) {
    return new Violation(rule, table, newReason, fix);
  }

  @Override
  public String toString() {
    return rule + ": " + reason + " " + fix;
  }
}
