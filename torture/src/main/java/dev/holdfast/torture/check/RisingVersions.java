package dev.holdfast.torture.check;

import dev.holdfast.torture.history.History;
import dev.holdfast.torture.history.Kind;
import dev.holdfast.torture.history.Operation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** V: two updates that made the same number lost one of them; numbers rise in real time. */
final class RisingVersions implements Scan {

  @Override
  public List<Violation> violations(History history, Rules rules) {
    List<Violation> found = new ArrayList<>();
    for (Kind kind : List.of(Kind.VERSION_UPDATE, Kind.ROW_UPDATE)) {
      history
          .byResource(kind)
          .forEach(
              (resource, all) ->
                  scan(resource, all.stream().filter(Operation::isOk).toList(), found));
    }
    return found;
  }

  private static void scan(String resource, List<Operation> made, List<Violation> found) {
    Map<Long, Operation> byNumber = new HashMap<>();
    HighestBefore before = new HighestBefore(made, o -> o.facts().value());
    for (Operation update : made) {
      long number = update.facts().value();
      Operation twin = byNumber.putIfAbsent(number, update);
      Operation highest = before.of(update);
      if (twin != null) {
        found.add(
            new Violation(
                Invariant.V,
                resource,
                "two updates made %d: one of them is lost".formatted(number),
                List.of(twin, update)));
      } else if (highest != null && highest.facts().value() > number) {
        found.add(
            new Violation(
                Invariant.V,
                resource,
                "%d was made after %d".formatted(number, highest.facts().value()),
                List.of(highest, update)));
      }
    }
  }
}
