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

  boolean isBefore(PlacedTable other) {
    return cluster.name().equals(other.cluster.name()) && rank < other.rank;
  }

  boolean isApartFrom(PlacedTable other) {
    return !cluster.name().equals(other.cluster.name());
  }
}
