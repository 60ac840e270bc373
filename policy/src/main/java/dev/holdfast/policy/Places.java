package dev.holdfast.policy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Finds the places of all tables. */
final class Places {
  private Places() {}

  /** By the table's name without its schema; those of earlier clusters first. */
  static Map<String, List<PlacedTable>> of(List<Cluster> clusters) {
    Map<String, List<PlacedTable>> places = new HashMap<>();
    for (PlacedTable place : inOrder(clusters)) {
      places.computeIfAbsent(place.name().name(), name -> new ArrayList<>()).add(place);
    }
    return places;
  }

  static List<PlacedTable> inOrder(List<Cluster> clusters) {
    List<PlacedTable> places = new ArrayList<>();
    for (Cluster cluster : clusters) {
      int rank = 0;
      for (PolicyTable table : cluster.tables()) {
        places.add(new PlacedTable(table, cluster, rank++));
      }
    }
    return places;
  }
}
