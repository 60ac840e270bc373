package dev.holdfast.policy.rules;

import dev.holdfast.policy.Policy;
import dev.holdfast.policy.Rule;
import dev.holdfast.policy.TableName;
import dev.holdfast.policy.Violation;
import dev.holdfast.policy.sql.Lock;
import dev.holdfast.policy.sql.Origin;
import dev.holdfast.policy.sql.StatementLocks;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** What a statement breaks by itself, whatever the transaction did before. */
final class StatementRules {
  private StatementRules() {}

  static List<Violation> check(Policy policy, StatementLocks statement) {
    List<Violation> found = new ArrayList<>();
    for (String doubt : statement.doubts()) {
      found.add(new Violation(Rule.UNPARSED, null, doubt));
    }
    List<TableName> tables = explicit(statement);
    if (policy.helpers().oneTable() && tables.size() > 1) {
      String names = tables.stream().map(TableName::toString).collect(Collectors.joining(", "));
      found.add(
          new Violation(
              Rule.ONE_TABLE, tables.get(1), "One statement locks rows of " + names + "."));
    }
    return found;
  }

  static List<Violation> outsideHelpers(Policy policy, StatementLocks statement, String className) {
    if (policy.helpers().allow(className)) {
      return List.of();
    }
    String packages = String.join(", ", policy.helpers().packages());
    return explicit(statement).stream()
        .limit(1)
        .map(
            table ->
                new Violation(
                    Rule.HELPER_PACKAGE,
                    table,
                    "%s locks rows of %s and is not in %s.".formatted(className, table, packages)))
        .toList();
  }

  /**
   * The tables of the schema {@code holdfast} are no application's to order: the library locks them
   * by rules of its own, first in a transaction (guards) or without waiting.
   */
  static boolean isHoldfasts(Lock lock) {
    return "holdfast".equals(lock.table().schema());
  }

  private static List<TableName> explicit(StatementLocks statement) {
    return statement.locks().stream()
        .filter(lock -> lock.origin() == Origin.EXPLICIT && !isHoldfasts(lock))
        .map(Lock::table)
        .distinct()
        .toList();
  }
}
