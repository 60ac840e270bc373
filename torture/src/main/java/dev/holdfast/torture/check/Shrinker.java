package dev.holdfast.torture.check;

import dev.holdfast.torture.history.History;
import dev.holdfast.torture.history.Kind;
import dev.holdfast.torture.history.Operation;
import dev.holdfast.torture.history.Phase;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Finds a small part of a history that still violates the same invariant of the same resource.
 *
 * <p>What is dropped is dropped whole, so that nothing is invented: a lease with all that was done
 * under it, a write with its trace in the final state. A renewal or a release alone is never
 * dropped: what follows it would look wrong without it.
 */
public final class Shrinker {

  private static final int MOST_CHECKS = 2_000;

  private final Rules rules;
  private final Violation violation;
  private int checks;

  private Shrinker(Rules rules, Violation violation) {
    this.rules = rules.only(violation.invariant());
    this.violation = violation;
  }

  /** The part, with the violation that is left in it. */
  public record Shrunk(History history, Violation violation) {}

  public static Shrunk shrink(History history, Rules rules, Violation violation) {
    return new Shrinker(rules, violation).shrink(history);
  }

  private Shrunk shrink(History whole) {
    String resource = violation.resource();
    History rest = whole.filter(o -> o.resource().equals(resource) || isOfAll(o));
    Violation found = still(rest).orElse(violation);
    if (violation.invariant() == Invariant.L) {
      return new Shrunk(rest, found); // without its grants a resource looks starved
    }
    rest = drop(rest, Shrinker::client, found);
    rest = drop(rest, Shrinker::unit, found);
    rest = drop(rest, Shrinker::alone, found);
    return new Shrunk(rest, still(rest).orElse(found));
  }

  private Optional<Violation> still(History history) {
    checks++;
    return Checker.check(history, rules).violations().stream()
        .filter(v -> v.resource().equals(violation.resource()))
        .findFirst();
  }

  /** Drops groups, half of them at a time, then fewer, as long as the violation stays. */
  private History drop(History history, Function<Operation, String> group, Violation found) {
    Set<String> needed = found.witnesses().stream().map(group).collect(Collectors.toSet());
    History rest = history;
    List<String> names = new ArrayList<>(groups(rest, group).keySet());
    names.removeAll(needed);
    names.remove("");
    for (int size = names.size(); size >= 1; size = size == 1 ? 0 : (size + 1) / 2) {
      for (int from = 0; from < names.size() && checks < MOST_CHECKS; from += size) {
        Set<String> dropped = Set.copyOf(names.subList(from, Math.min(from + size, names.size())));
        History less = rest.filter(o -> !dropped.contains(group.apply(o)));
        if (less.operations().size() < rest.operations().size() && still(less).isPresent()) {
          rest = less;
        }
      }
    }
    return rest;
  }

  private static Map<String, List<Operation>> groups(
      History history, Function<Operation, String> group) {
    return history.operations().stream()
        .collect(Collectors.groupingBy(group, LinkedHashMap::new, Collectors.toList()));
  }

  /** Of no resource: a fault, a jump of the clock. The latter excuses, and is never dropped. */
  private static boolean isOfAll(Operation operation) {
    return operation.kind() == Kind.FAULT || operation.kind() == Kind.JUMP;
  }

  private static String client(Operation operation) {
    return operation.kind() == Kind.JUMP ? "" : operation.client();
  }

  /** All that has to do with one fence, or with one value where there is no fence. */
  private static String unit(Operation operation) {
    if (isOfAll(operation)) {
      return "";
    }
    long fence = operation.facts().fence();
    return fence != 0 ? "fence " + fence : "value " + operation.facts().value();
  }

  /** What may go by itself: refusals, what failed, faults, a write with what was read of it. */
  private static String alone(Operation operation) {
    return switch (operation.kind()) {
      case WRITE, OUTSIDE, READ_END, PUBLISH, HANDLE, CLAIM, COMPLETE ->
          operation.facts().value() == 0 ? "" : "value " + operation.facts().value();
      case FAULT -> operation.begin().call().toString();
      case ACQUIRE, RENEW ->
          operation.outcome() == Phase.FAIL ? operation.begin().call().toString() : "";
      default -> "";
    };
  }
}
