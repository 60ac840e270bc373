package dev.holdfast.policy;

import java.util.Arrays;
import java.util.List;

/**
 * Tables that one transaction may lock together, in the order in which it must lock them.
 *
 * @param alphabetical whether the policy says of the order that it is the alphabetical one; the
 *     order that counts is that of the list, the lint compares the two
 */
public record Cluster(
    String name, Kind kind, boolean alphabetical, List<PolicyTable> tables, About about) {

  /** How a cluster stands to others. A transaction never locks tables of two of them. */
  public enum Kind {
    ORDINARY,
    /** Its rules allow no exemption that is meant for crossings in general. */
    ALONE,
    /** Read models: denormalised, with no foreign key to tables of other clusters. */
    REPORTING
  }

  public Cluster {
    if (name.isBlank()) {
      throw new IllegalArgumentException("a cluster has a name");
    }
    tables = List.copyOf(tables);
  }

  /** An ordinary cluster: its tables in lock order. */
  public static Cluster of(String name, String... tables) {
    List<PolicyTable> listed = Arrays.stream(tables).map(PolicyTable::new).toList();
    return new Cluster(name, Kind.ORDINARY, false, listed, About.NOTHING);
  }

  public Cluster withKind(Kind newKind) {
    return new Cluster(name, newKind, alphabetical, tables, about);
  }

  public Cluster withTables(List<PolicyTable> newTables) {
    return new Cluster(name, kind, alphabetical, newTables, about);
  }

  /** Its tables' names, in lock order. */
  public List<TableName> tableNames() {
    return tables.stream().map(PolicyTable::name).toList();
  }
}
