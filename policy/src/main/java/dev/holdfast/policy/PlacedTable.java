package dev.holdfast.policy;

/**
 * A table with its place in the policy.
 *
 * @param rank its place in the cluster's order, from 0
 */
public record PlacedTable(PolicyTable table, Cluster cluster, int rank) {

  public TableName name() {
    return table.name();
  }

  /** Whether it is locked before the other; tables of two clusters have no order. */
  public boolean isBefore(PlacedTable other) {
    return cluster.name().equals(other.cluster.name()) && rank < other.rank;
  }

  /** Whether the two are of different clusters. */
  public boolean isApartFrom(PlacedTable other) {
    return !cluster.name().equals(other.cluster.name());
  }
}
