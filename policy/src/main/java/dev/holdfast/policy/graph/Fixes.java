package dev.holdfast.policy.graph;

import dev.holdfast.policy.PlacedTable;
import dev.holdfast.policy.Policy;
import dev.holdfast.policy.TableName;
import dev.holdfast.policy.graph.LockFinding.Kind;
import dev.holdfast.policy.sql.Lock.When;
import dev.holdfast.policy.sql.LockMode;
import dev.holdfast.policy.sql.Origin;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What to do about a finding. */
final class Fixes {

  private final @Nullable Policy policy;

  Fixes(@Nullable Policy policy) {
    this.policy = policy;
  }

  String of(Kind kind, List<LockEdge> edges) {
    List<String> fixes = new ArrayList<>();
    String table = edges.get(0).held().name();
    switch (kind) {
      case TABLE_ORDER -> order(edges, fixes);
      case UPGRADE ->
          fixes.add(
              "Lock the row of "
                  + table
                  + " "
                  + edges.get(0).requested().lock().mode().sql()
                  + " at the beginning, before anything locks it weakly.");
      case ROW_ORDER ->
          fixes.add(
              "Lock all rows of "
                  + table
                  + " first, in the order of their key (ORDER BY key FOR NO KEY UPDATE), or sort"
                  + " them in the program.");
      case VALUE_ORDER ->
          fixes.add("Sort the rows by their unique value before they are put into " + table + ".");
      case UNORDERED ->
          fixes.add(
              edges.get(0).held().isOnRow()
                  ? "Lock the rows first (SELECT … ORDER BY key FOR NO KEY UPDATE), then change"
                      + " them."
                  : "Add ORDER BY the unique columns to the query that INSERT takes its rows"
                      + " from.");
    }
    weaker(edges, fixes);
    return String.join(" ", fixes);
  }

  private void order(List<LockEdge> edges, List<String> fixes) {
    List<TableName> tables = edges.stream().map(edge -> edge.held().table()).distinct().toList();
    String names =
        tables.stream()
            .sorted(Comparator.comparingInt(this::rank).thenComparing(Comparator.naturalOrder()))
            .map(Fixes::shortName)
            .collect(Collectors.joining(", then "));
    boolean ranked = tables.stream().allMatch(table -> place(table).isPresent());
    fixes.add("Lock " + names + (ranked ? ", as the policy says" : "") + ", in every transaction.");
    for (LockEdge edge : edges) {
      hidden(edge.requested(), fixes);
    }
  }

  /** A lock that no statement names must be taken by name before. */
  private static void hidden(LockUse use, List<String> fixes) {
    if (use.lock().when() == When.AT_COMMIT) {
      fixes.add(
          "The constraint is deferred, so COMMIT takes the lock: lock the row of "
              + use.name()
              + " at the beginning, or let the constraint be immediate.");
    } else if (use.lock().origin() == Origin.CASCADE) {
      fixes.add("Lock the rows of " + use.name() + " before the parent goes.");
    } else if (use.lock().origin() == Origin.FOREIGN_KEY) {
      fixes.add(
          "The foreign key locks the parent: SELECT … FROM "
              + use.name()
              + " FOR KEY SHARE at the beginning does it in time.");
    } else if (use.lock().origin() == Origin.TRIGGER) {
      fixes.add("A trigger takes the lock on " + use.name() + ": take it by name before.");
    }
  }

  /** FOR UPDATE where no key changes is stronger than needed: foreign keys wait for it. */
  private static void weaker(List<LockEdge> edges, List<String> fixes) {
    boolean tooStrong =
        uses(edges)
            .anyMatch(
                use ->
                    use.lock().mode() == LockMode.UPDATE && use.lock().origin() == Origin.EXPLICIT);
    boolean looks = uses(edges).anyMatch(use -> use.lock().mode() == LockMode.KEY_SHARE);
    if (tooStrong && looks) {
      fixes.add(
          "If the key does not change, FOR NO KEY UPDATE instead of FOR UPDATE does not conflict"
              + " with foreign keys.");
    }
  }

  private static Stream<LockUse> uses(List<LockEdge> edges) {
    return edges.stream().flatMap(edge -> Stream.of(edge.held(), edge.requested()));
  }

  private Optional<PlacedTable> place(TableName table) {
    return policy == null ? Optional.empty() : policy.table(table);
  }

  private int rank(TableName table) {
    return place(table).map(PlacedTable::rank).orElse(Integer.MAX_VALUE);
  }

  static String shortName(TableName table) {
    return "public".equals(table.schema()) ? table.name() : table.toString();
  }
}
