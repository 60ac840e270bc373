package dev.holdfast.policy.lint;

import dev.holdfast.policy.Exemption;
import dev.holdfast.policy.Nearest;
import dev.holdfast.policy.Policy;
import dev.holdfast.policy.PolicyOperation;
import dev.holdfast.policy.Rule;
import dev.holdfast.policy.TableName;
import java.time.Clock;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Exemptions that are over, that have no reason or no end, or that fit nothing or everything. */
final class ExemptionLint {
  private final Policy policy;
  private final Exemption exemption;
  private final List<LintFinding> found = new ArrayList<>();

  private ExemptionLint(Policy policy, Exemption exemption) {
    this.policy = policy;
    this.exemption = exemption;
  }

  static Stream<LintFinding> check(Policy policy, Clock clock) {
    LocalDate today = LocalDate.now(clock);
    return policy.exemptions().stream()
        .flatMap(exemption -> new ExemptionLint(policy, exemption).findings(today).stream());
  }

  private List<LintFinding> findings(LocalDate today) {
    if (exemption.reason().isBlank()) {
      add("exemption-reason", "has no reason.", "Say why it is allowed.");
    }
    if (exemption.until() == null) {
      add("exemption-end", "has no end.", "Say until which day it holds: \"until: 2030-12-31\".");
    } else if (exemption.isExpired(today)) {
      add(
          "exemption-expired",
          "expired after " + exemption.until() + ".",
          "Do what it was waiting for, and take it away; or say anew why and until when.");
    }
    scope(exemption.scope());
    return found;
  }

  private void scope(Exemption.Scope scope) {
    if (scope.tables().isEmpty() && scope.operations().isEmpty() && scope.files().isEmpty()) {
      add(
          "exemption-scope",
          "exempts everything.",
          "Name the tables, the operations or the files.");
    }
    if (!scope.tables().isEmpty()
        && Rule.of(exemption.rule()).stream().anyMatch(Rule::isOfSources)) {
      add("exemption-scope", "names tables, and such a finding has none.", "Name the files.");
    }
    for (String name : scope.operations()) {
      if (policy.operation(name).isEmpty()) {
        List<String> names = policy.operations().stream().map(PolicyOperation::name).toList();
        add(
            "exemption-scope",
            "names the operation " + name + ", which is not there." + Nearest.hint(name, names),
            "Correct the name.");
      }
    }
    boolean mayBeUnknown = exemption.rule().equals(Rule.UNKNOWN_TABLE.id());
    for (TableName table : mayBeUnknown ? List.<TableName>of() : scope.tables()) {
      if (policy.table(table).isEmpty()) {
        add(
            "exemption-scope",
            "names the table " + table + ", which no cluster names." + Hints.table(policy, table),
            "Correct the name.");
      }
    }
  }

  private void add(String id, String reason, String fix) {
    found.add(
        LintFinding.error(
            id, exemption.at(), "The exemption from " + exemption.rule() + " " + reason, fix));
  }
}
