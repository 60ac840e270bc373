package dev.holdfast.torture.check;

import dev.holdfast.torture.history.History;
import dev.holdfast.torture.history.Kind;
import dev.holdfast.torture.history.Operation;
import dev.holdfast.torture.history.Phase;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * W: no write of an older fence begins and lands after a newer one landed or, under the guard, was
 * granted; what lies there at the end is in the order of the fences, each value once, and none of a
 * write that failed or that nobody made. That none is missing is looked for here only if {@link
 * Survival} does not.
 */
final class GuardedWrites implements Scan {

  @Override
  public List<Violation> violations(History history, Rules rules) {
    List<Violation> found = new ArrayList<>();
    Map<String, List<Operation>> grants = history.byResource(Kind.ACQUIRE);
    for (Kind kind : List.of(Kind.WRITE, Kind.OUTSIDE)) {
      Final state = Final.of(history, kind);
      history
          .byResource(kind)
          .forEach(
              (resource, writes) -> {
                List<Operation> landed = writes.stream().filter(Operation::isOk).toList();
                late(landed, landed, found);
                if (kind == Kind.WRITE) {
                  late(landed, granted(grants.getOrDefault(resource, List.of())), found);
                }
                ordered(state.present(resource), found);
                explained(state.present(resource), writes, found);
              });
      if (!rules.has(Invariant.D)) {
        found.addAll(Survival.missing(Invariant.W, history, kind));
      }
    }
    return found;
  }

  private static List<Operation> granted(List<Operation> acquisitions) {
    return Grant.of(acquisitions).stream().map(Grant::acquired).toList();
  }

  private static void late(List<Operation> writes, List<Operation> newer, List<Violation> found) {
    HighestBefore before = HighestBefore.byFence(newer);
    for (Operation write : writes) {
      Operation highest = before.of(write);
      if (highest != null && highest.facts().fence() > write.facts().fence()) {
        String event = highest.kind() == Kind.ACQUIRE ? "was granted" : "had written";
        add(
            found,
            "fence %d wrote %d after fence %d %s"
                .formatted(
                    write.facts().fence(), write.facts().value(), highest.facts().fence(), event),
            highest,
            write);
      }
    }
  }

  private static void ordered(List<Operation> present, List<Violation> found) {
    for (int i = 1; i < present.size(); i++) {
      Operation earlier = present.get(i - 1);
      Operation later = present.get(i);
      if (later.facts().fence() < earlier.facts().fence()) {
        add(
            found,
            "value %d of fence %d lies behind value %d of fence %d"
                .formatted(
                    later.facts().value(),
                    later.facts().fence(),
                    earlier.facts().value(),
                    earlier.facts().fence()),
            earlier,
            later);
      }
    }
  }

  private static void explained(
      List<Operation> present, List<Operation> writes, List<Violation> found) {
    Map<Long, Operation> byValue = new HashMap<>();
    writes.forEach(w -> byValue.put(w.facts().value(), w));
    Map<Long, Operation> seen = new HashMap<>();
    for (Operation read : present) {
      long value = read.facts().value();
      Operation write = byValue.get(value);
      Operation twin = seen.putIfAbsent(value, read);
      if (write == null) {
        add(found, "value %d is there, and nobody wrote it".formatted(value), read);
      } else if (write.outcome() == Phase.FAIL) {
        add(found, "value %d is there, and its write failed".formatted(value), write, read);
      } else if (twin != null) {
        add(found, "value %d is there twice".formatted(value), write, twin, read);
      }
    }
  }

  private static void add(List<Violation> found, String what, Operation... witnesses) {
    List<Operation> all = List.of(witnesses);
    found.add(new Violation(Invariant.W, all.get(0).resource(), what, all));
  }
}
