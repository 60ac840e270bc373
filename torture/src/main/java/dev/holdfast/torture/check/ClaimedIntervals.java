package dev.holdfast.torture.check;

import dev.holdfast.torture.history.History;
import dev.holdfast.torture.history.Operation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * X: sorted by their beginning, each span is held against the one that reaches furthest so far. A
 * jump of the machine's clock ends what was claimed before it.
 */
final class ClaimedIntervals implements Scan {

  @Override
  public List<Violation> violations(History history, Rules rules) {
    List<Violation> found = new ArrayList<>();
    history
        .byResource(Grant.KINDS)
        .forEach((resource, all) -> scan(resource, all, rules.clocks(), found));
    return found;
  }

  private static void scan(
      String resource, List<Operation> operations, Clocks clocks, List<Violation> found) {
    List<Claimed> spans = new ArrayList<>(Claimed.of(operations, clocks));
    spans.sort(Comparator.comparingLong(Claimed::from));
    // The furthest, and the furthest of any other grant: a holder may overlap itself.
    Claimed furthest = null;
    Claimed other = null;
    for (Claimed span : spans) {
      Claimed rival = furthest != null && furthest.grant().equals(span.grant()) ? other : furthest;
      if (rival != null && rival.until() > span.from()) {
        found.add(overlap(resource, rival, span));
      }
      if (furthest == null || span.until() > furthest.until()) {
        if (furthest != null && !furthest.grant().equals(span.grant())) {
          other = furthest;
        }
        furthest = span;
      } else if (!furthest.grant().equals(span.grant())
          && (other == null || span.until() > other.until())) {
        other = span;
      }
    }
  }

  private static Violation overlap(String resource, Claimed first, Claimed second) {
    long shared = Math.min(first.until(), second.until()) - second.from();
    return new Violation(
        Invariant.X,
        resource,
        "%s and %s both claim it, for %d µs"
            .formatted(first.grant(), second.grant(), shared / 1000),
        List.of(first.by(), second.by()));
  }
}
