package dev.holdfast.policy.document;

import dev.holdfast.policy.Cluster;
import dev.holdfast.policy.PlacedTable;
import dev.holdfast.policy.Policy;
import dev.holdfast.policy.PolicyOperation;
import dev.holdfast.policy.TableName;
import java.util.ArrayList;
import java.util.List;

/**
 * An operation's way through a cluster.
 *
 * @param ranks of the tables that it locks there, in the order in which it locks them
 */
record OperationPath(String name, List<Integer> ranks) {

  static OperationPath of(Policy policy, Cluster cluster, PolicyOperation operation) {
    List<Integer> ranks = new ArrayList<>();
    for (TableName table : operation.tableNames()) {
      PlacedTable place = policy.table(table).orElse(null);
      if (place != null && place.cluster().name().equals(cluster.name())) {
        ranks.add(place.rank());
      }
    }
    return new OperationPath(operation.name(), List.copyOf(ranks));
  }

  /** A line down the lane; what goes up again swings out to the left. */
  void draw(Svg svg, int x, int top, int row, int colour) {
    for (int i = 1; i < ranks.size(); i++) {
      int from = middle(top, row, ranks.get(i - 1));
      int to = middle(top, row, ranks.get(i));
      if (to > from) {
        svg.path("path s" + colour, "M%d %dV%d".formatted(x, from, to), name);
      } else {
        String curve =
            "M%d %dC%d %d %d %d %d %d".formatted(x, from, x - 26, from, x - 26, to, x, to);
        svg.path("wrong", curve, name + ": out of order");
      }
    }
    for (int rank : ranks) {
      svg.raw(
          "<circle class=\"f%d\" cx=\"%d\" cy=\"%d\" r=\"5\"/>"
              .formatted(colour, x, middle(top, row, rank)));
    }
  }

  private static int middle(int top, int row, int rank) {
    return top + rank * row + row / 2 - 4;
  }
}
