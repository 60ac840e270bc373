package dev.holdfast.policy.graph;

import java.util.ArrayList;
import java.util.List;

/** Who does what when, so that it comes to a deadlock; transactions are counted from 0. */
public record Schedule(List<Line> lines) {

  /**
   * One thing that happens.
   *
   * @param transaction who
   * @param use the lock that it takes, or waits for
   * @param waitsFor the transaction that has it; -1 if nobody has
   */
  public record Line(int transaction, LockUse use, int waitsFor) {

    public boolean waits() {
      return waitsFor >= 0;
    }
  }

  public Schedule {
    lines = List.copyOf(lines);
  }

  /**
   * First each takes what it can, then each asks for what the next one has. Where one statement
   * takes both, it comes before those of the others that wait for it.
   */
  static Schedule of(List<LockEdge> edges) {
    List<Line> lines = new ArrayList<>();
    for (int i = 0; i < edges.size(); i++) {
      if (!edges.get(i).isWithinStatement()) {
        lines.add(new Line(i, edges.get(i).held(), -1));
      }
    }
    for (int i : finals(edges)) {
      lines.add(new Line(i, edges.get(i).requested(), (i + 1) % edges.size()));
    }
    return new Schedule(lines);
  }

  /** In which order the last statements go off. */
  static List<Integer> finals(List<LockEdge> edges) {
    List<Integer> order = new ArrayList<>();
    for (boolean within : new boolean[] {true, false}) {
      for (int i = 0; i < edges.size(); i++) {
        if (edges.get(i).isWithinStatement() == within) {
          order.add(i);
        }
      }
    }
    return order;
  }
}
