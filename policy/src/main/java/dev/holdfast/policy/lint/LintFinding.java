package dev.holdfast.policy.lint;

import dev.holdfast.policy.Position;

/**
 * Something in a policy that contradicts the rest of it.
 *
 * @param id as reports name it: {@code opposite-order}
 */
public record LintFinding(String id, Severity severity, Position at, String reason, String fix) {

  /** How bad it is. */
  public enum Severity {
    /** The policy cannot be kept, or does not say what it means. */
    ERROR,
    /** The policy says less than it should. */
    WARNING
  }

  static LintFinding error(String id, Position at, String reason, String fix) {
    return new LintFinding(id, Severity.ERROR, at, reason, fix);
  }

  static LintFinding warning(String id, Position at, String reason, String fix) {
    return new LintFinding(id, Severity.WARNING, at, reason, fix);
  }

  public boolean isError() {
    return severity == Severity.ERROR;
  }
}
