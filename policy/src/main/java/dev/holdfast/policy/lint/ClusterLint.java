package dev.holdfast.policy.lint;

import dev.holdfast.policy.Cluster;
import dev.holdfast.policy.PlacedTable;
import dev.holdfast.policy.Policy;
import dev.holdfast.policy.PolicyTable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Contradictions in clusters: lists that are not what they say, tables in two places. */
final class ClusterLint {

  /** As PostgreSQL's collation "C" and most programs sort: an underscore is before letters. */
  private static final Comparator<PolicyTable> ALPHABET =
      Comparator.comparing(table -> table.name().name());

  private ClusterLint() {}

  static Stream<LintFinding> check(Policy policy) {
    return Stream.of(
            policy.clusters().stream()
                .filter(Cluster::alphabetical)
                .flatMap(ClusterLint::notAlphabetical),
            policy.clusters().stream().flatMap(ClusterLint::empty),
            tableTwice(policy))
        .flatMap(found -> found);
  }

  private static Stream<LintFinding> notAlphabetical(Cluster cluster) {
    List<PolicyTable> tables = cluster.tables();
    List<String> wrong =
        IntStream.range(1, tables.size())
            .filter(i -> ALPHABET.compare(tables.get(i - 1), tables.get(i)) > 0)
            .mapToObj(i -> tables.get(i - 1).name() + " before " + tables.get(i).name())
            .toList();
    if (wrong.isEmpty()) {
      return Stream.empty();
    }
    return Stream.of(
        LintFinding.error(
            "not-alphabetical",
            cluster.about().at(),
            "Cluster %s says that its order is alphabetical, and has %s."
                .formatted(cluster.name(), String.join(", ", wrong)),
            "Say \"order: listed\" if the list is meant, or sort it: "
                + String.join(", ", sorted(tables))
                + "."));
  }

  private static List<String> sorted(List<PolicyTable> tables) {
    return tables.stream().sorted(ALPHABET).map(table -> table.name().toString()).toList();
  }

  private static Stream<LintFinding> empty(Cluster cluster) {
    boolean nothing = cluster.tables().isEmpty() && cluster.kind() != Cluster.Kind.REPORTING;
    return nothing
        ? Stream.of(
            LintFinding.warning(
                "empty-cluster",
                cluster.about().at(),
                "Cluster " + cluster.name() + " has no tables.",
                "Name its tables, or take it away."))
        : Stream.empty();
  }

  private static Stream<LintFinding> tableTwice(Policy policy) {
    List<PlacedTable> seen = new ArrayList<>();
    List<LintFinding> found = new ArrayList<>();
    for (PlacedTable place : policy.tables()) {
      seen.stream()
          .filter(other -> other.name().matches(place.name()))
          .findFirst()
          .ifPresent(first -> found.add(twice(first, place)));
      seen.add(place);
    }
    return found.stream();
  }

  private static LintFinding twice(PlacedTable first, PlacedTable second) {
    return LintFinding.error(
        "table-twice",
        second.table().about().at(),
        "%s stands in cluster %s and, before that, in cluster %s at %s."
            .formatted(
                second.name(),
                second.cluster().name(),
                first.cluster().name(),
                first.table().about().at()),
        "A table has one place: take one of the two away, or name their schemas.");
  }
}
