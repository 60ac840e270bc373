package dev.holdfast.policy.lint;

import dev.holdfast.policy.Policy;
import dev.holdfast.policy.PolicyOperation;
import dev.holdfast.policy.TableName;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Pairs of operations that lock the same two tables in opposite order: each may be right by itself,
 * together they deadlock.
 */
final class OppositeOrders {
  private OppositeOrders() {}

  static Stream<LintFinding> check(Policy policy) {
    List<PolicyOperation> all = policy.operations();
    return IntStream.range(0, all.size())
        .boxed()
        .flatMap(
            i ->
                all.subList(i + 1, all.size()).stream().flatMap(o -> pair(all.get(i), o).stream()));
  }

  private static Optional<LintFinding> pair(PolicyOperation one, PolicyOperation other) {
    List<TableName> tables = one.tableNames();
    for (int i = 0; i < tables.size(); i++) {
      for (int j = i + 1; j < tables.size(); j++) {
        int first = other.tableNames().indexOf(tables.get(i));
        int second = other.tableNames().indexOf(tables.get(j));
        if (second >= 0 && second < first) {
          return Optional.of(finding(one, other, tables.get(i), tables.get(j)));
        }
      }
    }
    return Optional.empty();
  }

  private static LintFinding finding(
      PolicyOperation one, PolicyOperation other, TableName first, TableName second) {
    return LintFinding.error(
        "opposite-order",
        other.about().at(),
        "%s locks %s, then %s; %s (at %s) locks %s, then %s: each can wait for the other for ever."
            .formatted(other.name(), second, first, one.name(), one.about().at(), first, second),
        "Let both lock in the cluster's order.");
  }
}
