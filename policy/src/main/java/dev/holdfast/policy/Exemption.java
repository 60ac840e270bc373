package dev.holdfast.policy;

import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Something that breaks a rule and is allowed to, for a while.
 *
 * @param rule the id of the {@link Rule}
 * @param until the last day on which it holds; null where the policy names none
 */
public record Exemption(
    String rule, Scope scope, String reason, @Nullable LocalDate until, Position at) {

  /** What is exempt: these tables, these operations; an empty list means any. */
  public record Scope(List<TableName> tables, List<String> operations) {

    public Scope {
      tables = List.copyOf(tables);
      operations = List.copyOf(operations);
    }

    boolean covers(@Nullable TableName table, @Nullable String operation) {
      boolean tableFits =
          tables.isEmpty() || (table != null && tables.stream().anyMatch(t -> t.matches(table)));
      return tableFits
          && (operations.isEmpty() || (operation != null && operations.contains(operation)));
    }
  }

  public static Exemption of(Rule rule, String table, String reason, LocalDate until) {
    Scope scope = new Scope(List.of(TableName.of(table)), List.of());
    return new Exemption(rule.id(), scope, reason, until, Position.NONE);
  }

  public boolean isExpired(LocalDate today) {
    return until != null && until.isBefore(today);
  }

  /** Whether this is the exemption for a violation, expired or not. */
  public boolean covers(Violation violation, Actor actor) {
    return rule.equals(violation.rule()) && scope.covers(violation.table(), actor.operation());
  }
}
