package dev.holdfast.policy.lint;

import dev.holdfast.policy.Cluster;
import dev.holdfast.policy.Nearest;
import dev.holdfast.policy.PlacedTable;
import dev.holdfast.policy.Policy;
import dev.holdfast.policy.PolicyOperation;
import dev.holdfast.policy.Position;
import dev.holdfast.policy.Rule;
import dev.holdfast.policy.TableName;
import dev.holdfast.policy.TableRule;
import dev.holdfast.policy.TableUse;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Contradictions between an operation and the clusters, the tables' rules and the helper rules. */
final class OperationLint {
  private final Policy policy;
  private final PolicyOperation operation;
  private final List<LintFinding> found = new ArrayList<>();

  private OperationLint(Policy policy, PolicyOperation operation) {
    this.policy = policy;
    this.operation = operation;
  }

  static Stream<LintFinding> check(Policy policy) {
    return policy.operations().stream()
        .flatMap(operation -> new OperationLint(policy, operation).findings().stream());
  }

  private List<LintFinding> findings() {
    incomplete();
    unknownCluster();
    helperCount();
    Set<TableName> seen = new HashSet<>();
    PlacedTable last = null;
    for (TableUse use : operation.tables()) {
      PlacedTable place = policy.table(use.table()).orElse(null);
      if (!seen.add(use.table())) {
        add("operation-table", use.at(), "names %s twice.", use.table(), "Name it once.");
      } else if (place == null) {
        String hint = Hints.table(policy, use.table());
        add(
            "operation-table",
            use.at(),
            "locks %s, which no cluster names." + hint,
            use.table(),
            Rule.UNKNOWN_TABLE.fix());
      } else {
        placed(use, place, last);
        last = place;
      }
    }
    return found;
  }

  private void placed(TableUse use, PlacedTable place, @Nullable PlacedTable last) {
    if (place.table().rule() == TableRule.NEVER) {
      add(
          "never-locked",
          use.at(),
          "locks %s, whose rows are never locked.",
          place.name(),
          Rule.NEVER.fix());
    }
    String home = operation.cluster();
    boolean known = home != null && policy.cluster(home).isPresent();
    if (known && !place.cluster().name().equals(home)) {
      outside(use, place);
    } else if (last != null && place.isBefore(last)) {
      add(
          "operation-order",
          use.at(),
          "locks %s after "
              + last.name()
              + ", and cluster "
              + place.cluster().name()
              + " has it before.",
          place.name(),
          Rule.ORDER.fix());
    }
  }

  private void outside(TableUse use, PlacedTable place) {
    boolean alone =
        place.cluster().kind() == Cluster.Kind.ALONE
            || policy
                .cluster(String.valueOf(operation.cluster()))
                .filter(cluster -> cluster.kind() == Cluster.Kind.ALONE)
                .isPresent();
    add(
        alone ? "alone" : "operation-cluster",
        use.at(),
        "is of cluster "
            + operation.cluster()
            + " and locks %s of cluster "
            + place.cluster().name()
            + (alone ? ", and one of the two is alone." : "."),
        place.name(),
        alone ? Rule.ALONE.fix() : Rule.CLUSTER.fix());
  }

  private void incomplete() {
    if (!operation.isComplete()) {
      found.add(
          LintFinding.warning(
              "incomplete",
              operation.about().at(),
              "The policy does not say which %s the operation %s locks."
                  .formatted(
                      operation.cluster() == null ? "cluster and tables" : "tables",
                      operation.name()),
              "Say it, or take the operation away until it is known."));
    }
  }

  private void unknownCluster() {
    String cluster = operation.cluster();
    if (cluster != null && policy.cluster(cluster).isEmpty()) {
      List<String> names = policy.clusters().stream().map(Cluster::name).toList();
      found.add(
          LintFinding.error(
              "unknown-cluster",
              operation.about().at(),
              "The operation %s is of cluster %s, which is not there.%s"
                  .formatted(operation.name(), cluster, Nearest.hint(cluster, names)),
              "The clusters are " + String.join(", ", names) + "."));
    }
  }

  private void helperCount() {
    List<String> helpers = operation.code().helpers();
    int most = policy.helpers().perTransaction();
    if (most > 0 && helpers.size() > most) {
      found.add(
          LintFinding.error(
              "helper-count",
              operation.about().at(),
              "The operation %s calls %d lock helpers (%s); the policy allows %d."
                  .formatted(operation.name(), helpers.size(), String.join(", ", helpers), most),
              Rule.HELPER_COUNT.fix()));
    }
  }

  private void add(String id, Position at, String does, TableName table, String fix) {
    String reason =
        "The operation " + operation.name() + " " + does.replace("%s", table.toString());
    found.add(LintFinding.error(id, at, reason, fix));
  }
}
