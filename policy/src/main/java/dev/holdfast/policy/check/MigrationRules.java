package dev.holdfast.policy.check;

import dev.holdfast.policy.Cluster;
import dev.holdfast.policy.PlacedTable;
import dev.holdfast.policy.Policy;
import dev.holdfast.policy.Rule;
import dev.holdfast.policy.TableName;
import dev.holdfast.policy.Violation;
import dev.holdfast.policy.check.source.How;
import dev.holdfast.policy.check.source.SqlText;
import dev.holdfast.policy.sql.Lock;
import dev.holdfast.policy.sql.StatementLocks;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a migration may break. It runs alone, so its own locks are nobody's deadlock; but it makes
 * the tables that the policy has to name, and the foreign keys that reporting tables must not have.
 */
final class MigrationRules {
  private static final String NAME = "((?:\"[^\"]+\"|[\\w$]+)(?:\\.(?:\"[^\"]+\"|[\\w$]+))?)";
  private static final Pattern CREATES =
      Pattern.compile(
          "(?is)\\s*create\\s+(?:unlogged\\s+)?table\\s+(?:if\\s+not\\s+exists\\s+)?"
              + NAME
              + ".*");
  private static final Pattern ALTERS =
      Pattern.compile(
          "(?is)\\s*alter\\s+table\\s+(?:if\\s+exists\\s+)?(?:only\\s+)?" + NAME + ".*");
  private static final Pattern REFERENCES = Pattern.compile("(?i)\\breferences\\s+" + NAME);
  private static final Pattern DROPS =
      Pattern.compile("(?i)\\bdrop\\s+table\\s+(?:if\\s+exists\\s+)?" + NAME);
  private static final Pattern RENAMES =
      Pattern.compile(
          "(?i)\\balter\\s+table\\s+(?:if\\s+exists\\s+)?" + NAME + "\\s+rename\\s+to\\b");
  private static final Pattern WRITES =
      Pattern.compile("(?is)\\s*(?:insert|update|delete|merge|with)\\b.*");

  private final Policy policy;
  private final Set<TableName> gone = new HashSet<>();

  /** Needs all texts: a table that a later migration drops need not be in the policy. */
  MigrationRules(Policy policy, List<SqlText> texts) {
    this.policy = policy;
    for (SqlText text : texts) {
      if (text.how() == How.MIGRATION) {
        names(DROPS, text.text()).forEach(gone::add);
        names(RENAMES, text.text()).forEach(gone::add);
      }
    }
  }

  List<Violation> check(SqlText text, StatementLocks statement) {
    String sql = text.withoutComments();
    List<Violation> found = new ArrayList<>();
    Optional<TableName> created = name(CREATES, sql);
    Optional<TableName> changed = created.isPresent() ? created : name(ALTERS, sql);
    created.ifPresent(table -> unknown(table, "creates").ifPresent(found::add));
    changed.ifPresent(table -> found.addAll(foreignKeys(table, sql)));
    if (WRITES.matcher(sql).matches()) {
      Set<TableName> tables = new LinkedHashSet<>();
      statement.locks().stream().map(Lock::table).forEach(tables::add);
      tables.forEach(table -> unknown(table, "writes").ifPresent(found::add));
      statement.doubts().forEach(doubt -> found.add(unparsed(doubt)));
    }
    return found;
  }

  private Optional<Violation> unknown(TableName table, String does) {
    boolean known = policy.table(table).isPresent() || gone.stream().anyMatch(table::matches);
    return known
        ? Optional.empty()
        : Optional.of(
            new Violation(
                Rule.UNKNOWN_TABLE,
                table,
                "The migration %s %s, and the policy does not name it.".formatted(does, table)));
  }

  private static Violation unparsed(String doubt) {
    return new Violation(Rule.UNPARSED, null, doubt);
  }

  private List<Violation> foreignKeys(TableName child, String sql) {
    Optional<Cluster> home = cluster(child);
    if (home.isEmpty() || home.get().kind() != Cluster.Kind.REPORTING) {
      return List.of();
    }
    return names(REFERENCES, sql).stream()
        .filter(parent -> !cluster(parent).equals(home))
        .map(
            parent ->
                new Violation(
                    Rule.REPORTING_FK,
                    parent,
                    "The reporting table %s has a foreign key to %s, and locks rows there by it."
                        .formatted(child, parent)))
        .toList();
  }

  private Optional<Cluster> cluster(TableName table) {
    return policy.table(table).map(PlacedTable::cluster);
  }

  private static Optional<TableName> name(Pattern pattern, String sql) {
    Matcher matcher = pattern.matcher(sql);
    return matcher.matches() ? Optional.of(TableName.of(matcher.group(1))) : Optional.empty();
  }

  private static List<TableName> names(Pattern pattern, String sql) {
    return pattern.matcher(sql).results().map(m -> TableName.of(m.group(1))).toList();
  }
}
