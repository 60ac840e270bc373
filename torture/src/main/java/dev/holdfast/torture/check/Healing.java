package dev.holdfast.torture.check;

import dev.holdfast.torture.history.Entry;
import dev.holdfast.torture.history.History;
import dev.holdfast.torture.history.Kind;
import dev.holdfast.torture.history.Operation;
import dev.holdfast.torture.history.Phase;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * L: when a fault is healed, and whoever claimed the resource at that moment claims it no more, a
 * grant is answered within ttl and margin, if somebody tries for that long. Nothing is said where
 * the next fault begins before, or the machine's clock is set, or where a request of unknown
 * outcome may hold the resource.
 */
final class Healing implements Scan {

  private static final long MILLI = 1_000_000;

  @Override
  public List<Violation> violations(History history, Rules rules) {
    List<Violation> found = new ArrayList<>();
    List<Operation> faults = history.operations(Kind.FAULT).toList();
    List<Jump> jumps = rules.clocks().jumps();
    Map<String, List<Operation>> all = history.byResource(Grant.KINDS);
    for (Operation fault : faults) {
      if (fault.isOk()) {
        all.forEach(
            (resource, operations) ->
                starved(new Wait(fault, faults, jumps, operations), rules)
                    .ifPresent(witness -> found.add(violation(resource, fault, witness))));
      }
    }
    return found;
  }

  private record Wait(
      Operation fault, List<Operation> faults, List<Jump> jumps, List<Operation> operations) {

    long healedAt() {
      return fault.completedAt();
    }

    /** The longest ttl that anybody asked for. */
    long ttl() {
      return operations.stream()
          .filter(o -> o.kind() == Kind.ACQUIRE || o.kind() == Kind.RENEW)
          .mapToLong(o -> o.begin().facts().value() * MILLI)
          .max()
          .orElse(0);
    }

    /** When those who claim it at the healing claim it no more. */
    long freeFrom() {
      return Claimed.of(operations).stream()
          .filter(c -> c.from() <= healedAt())
          .mapToLong(Claimed::until)
          .reduce(healedAt(), Math::max);
    }

    boolean isDisturbedBefore(long moment) {
      return faults.stream()
              .anyMatch(
                  f -> !f.equals(fault) && f.invokedAt() <= moment && f.completedAt() >= healedAt())
          || jumps.stream().anyMatch(j -> j.before() <= moment && j.isOverAt() >= healedAt());
    }

    boolean isUnclearBefore(long moment) {
      return operations.stream()
          .filter(o -> o.kind() != Kind.LOST && o.isUnknown() && o.invokedAt() <= moment)
          .anyMatch(o -> lastSeen(o) >= healedAt());
    }

    private static long lastSeen(Operation operation) {
      Entry end = operation.end();
      return end == null ? operation.invokedAt() : end.nanos();
    }
  }

  /** One that tried past the moment by which a grant was due, if there was none. */
  private static Optional<Operation> starved(Wait wait, Rules rules) {
    long due = wait.freeFrom() + wait.ttl() + rules.margin().toNanos();
    if (wait.isDisturbedBefore(due) || wait.isUnclearBefore(due)) {
      return Optional.empty();
    }
    List<Operation> tries =
        wait.operations().stream().filter(o -> o.kind() == Kind.ACQUIRE).toList();
    boolean granted =
        tries.stream()
            .anyMatch(
                o -> o.isOk() && o.completedAt() >= wait.healedAt() && o.completedAt() <= due);
    if (granted) {
      return Optional.empty();
    }
    return tries.stream()
        .filter(o -> !o.isUnknown() && o.completedAt() > due)
        .findFirst()
        .filter(o -> o.invokedAt() <= due || triesOn(tries, wait, o));
  }

  /** Short tries, one after the other: refused before the grant was due, and refused after. */
  private static boolean triesOn(List<Operation> tries, Wait wait, Operation next) {
    return next.outcome() == Phase.FAIL
        && !wait.isDisturbedBefore(next.invokedAt())
        && !wait.isUnclearBefore(next.invokedAt())
        && tries.stream()
            .anyMatch(o -> o.outcome() == Phase.FAIL && o.invokedAt() >= wait.freeFrom());
  }

  private static Violation violation(String resource, Operation fault, Operation witness) {
    return new Violation(
        Invariant.L,
        resource,
        "no grant came within ttl and margin after '%s' was healed".formatted(fault.begin().note()),
        List.of(fault, witness));
  }
}
