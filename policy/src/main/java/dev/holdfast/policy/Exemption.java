package dev.holdfast.policy;

import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
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

  /**
   * What is exempt: these tables, these operations; an empty list means any.
   *
   * @param files globs of paths, from where the check runs; with such, it is an exemption of the
   *     static check only: nobody else knows files
   */
  public record Scope(List<TableName> tables, List<String> operations, List<String> files) {

    public Scope {
      tables = List.copyOf(tables);
      operations = List.copyOf(operations);
      files = List.copyOf(files);
      files.forEach(Scope::glob);
    }

    public Scope(List<TableName> tables, List<String> operations) {
      this(tables, operations, List.of());
    }

    private static PathMatcher glob(String glob) {
      return FileSystems.getDefault().getPathMatcher("glob:" + glob);
    }

    /** Once with a slash before it, so that a glob's first directories may be none. */
    boolean contains(String file) {
      Path path = Path.of(file);
      Path rooted = Path.of("/").resolve(path);
      return files.stream()
          .map(Scope::glob)
          .anyMatch(glob -> glob.matches(path) || glob.matches(rooted));
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

  /** Whether this is the exemption for a violation wherever it is, expired or not. */
  public boolean covers(Violation violation, Actor actor) {
    return scope.files().isEmpty() && fits(violation, actor);
  }

  /** Whether this is an exemption for a violation in a file, expired or not. */
  public boolean coversIn(String file, Violation violation, Actor actor) {
    return fits(violation, actor) && scope.contains(file);
  }

  private boolean fits(Violation violation, Actor actor) {
    return rule.equals(violation.rule()) && scope.covers(violation.table(), actor.operation());
  }
}
