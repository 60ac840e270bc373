package dev.holdfast.policy.lint;

import dev.holdfast.policy.Policy;
import java.time.Clock;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Finds what a policy says against itself, before code is held against the policy. */
public final class PolicyLint {
  private PolicyLint() {}

  /** All findings, in the order of the file. */
  public static List<LintFinding> check(Policy policy) {
    return check(policy, Clock.systemUTC());
  }

  /** With a clock that says when exemptions expire. */
  public static List<LintFinding> check(Policy policy, Clock clock) {
    return Stream.of(
            ClusterLint.check(policy),
            OperationLint.check(policy),
            OppositeOrders.check(policy),
            ExemptionLint.check(policy, clock))
        .flatMap(found -> found)
        .sorted(Comparator.comparing(LintFinding::at).thenComparing(LintFinding::id))
        .toList();
  }
}
