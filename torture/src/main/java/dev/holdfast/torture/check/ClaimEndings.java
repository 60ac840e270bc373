package dev.holdfast.torture.check;

import dev.holdfast.torture.history.History;
import dev.holdfast.torture.history.Kind;
import dev.holdfast.torture.history.Operation;
import dev.holdfast.torture.history.Phase;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** C: one row, one completion, by a fence that claimed it. */
final class ClaimEndings implements Scan {

  private record Row(long value, long fence) {}

  @Override
  public List<Violation> violations(History history, Rules rules) {
    List<Violation> found = new ArrayList<>();
    history
        .byResource(Kind.CLAIM, Kind.COMPLETE)
        .forEach((resource, all) -> scan(resource, all, found));
    return found;
  }

  private static void scan(String resource, List<Operation> all, List<Violation> found) {
    Set<Row> claimed = new HashSet<>();
    all.stream()
        .filter(o -> o.kind() == Kind.CLAIM && o.outcome() != Phase.FAIL)
        .forEach(o -> claimed.add(row(o)));
    Map<Long, Operation> completed = new HashMap<>();
    for (Operation operation : all) {
      if (operation.kind() != Kind.COMPLETE || !operation.isOk()) {
        continue;
      }
      Operation twin = completed.putIfAbsent(operation.facts().value(), operation);
      if (twin != null) {
        String what =
            "row %d was completed twice, under fences %d and %d"
                .formatted(
                    operation.facts().value(), twin.facts().fence(), operation.facts().fence());
        found.add(new Violation(Invariant.C, resource, what, List.of(twin, operation)));
      }
      if (!claimed.contains(row(operation))) {
        String what =
            "row %d was completed under fence %d, which never claimed it"
                .formatted(operation.facts().value(), operation.facts().fence());
        found.add(new Violation(Invariant.C, resource, what, List.of(operation)));
      }
    }
  }

  private static Row row(Operation operation) {
    return new Row(operation.facts().value(), operation.facts().fence());
  }
}
