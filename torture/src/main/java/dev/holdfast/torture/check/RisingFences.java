package dev.holdfast.torture.check;

import dev.holdfast.torture.history.History;
import dev.holdfast.torture.history.Kind;
import dev.holdfast.torture.history.Operation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * F: a grant's fence is above each that was told before it was asked for, by a grant or in a
 * refusal; a refusal never tells a lower one than the server told before; no two grants share one.
 */
final class RisingFences implements Scan {

  @Override
  public List<Violation> violations(History history, Rules rules) {
    List<Violation> found = new ArrayList<>();
    history
        .byResource(Kind.ACQUIRE)
        .forEach(
            (resource, all) -> {
              rising(resource, all, found);
              unique(resource, Grant.of(all), found);
            });
    return found;
  }

  private static void rising(String resource, List<Operation> all, List<Violation> found) {
    List<Operation> told =
        all.stream().filter(o -> !o.isUnknown() && o.facts().fence() != 0).toList();
    Set<String> asked =
        all.stream()
            .filter(Operation::isUnknown)
            .map(o -> Grant.key(o.facts()))
            .collect(Collectors.toSet());
    HighestBefore before = HighestBefore.byFence(told);
    // what a process handed over by itself the server learns later
    HighestBefore byServer =
        HighestBefore.byFence(told.stream().filter(o -> !LeaseModel.isHandedOver(o)).toList());
    for (Operation operation : told) {
      Operation highest = (operation.isOk() ? before : byServer).of(operation);
      if (highest != null && falls(highest, operation, asked)) {
        found.add(
            new Violation(
                Invariant.F,
                resource,
                "fence %d was told after fence %d"
                    .formatted(operation.facts().fence(), highest.facts().fence()),
                List.of(highest, operation)));
      }
    }
  }

  /**
   * The same token again is the same grant, also if nobody heard of it before; a refusal may tell
   * of the same lease again.
   */
  private static boolean falls(Operation earlier, Operation later, Set<String> asked) {
    long before = earlier.facts().fence();
    long after = later.facts().fence();
    String token = Grant.key(later.facts());
    boolean again = token.equals(Grant.key(earlier.facts())) || asked.contains(token);
    boolean mustRise = later.isOk() && !again;
    return mustRise ? after <= before : after < before;
  }

  private static void unique(String resource, List<Grant> grants, List<Violation> found) {
    Map<Long, Grant> byFence = new HashMap<>();
    for (Grant grant : grants) {
      Grant twin = byFence.putIfAbsent(grant.fence(), grant);
      if (twin != null) {
        found.add(
            new Violation(
                Invariant.F,
                resource,
                "fence %d was given to two".formatted(grant.fence()),
                List.of(twin.acquired(), grant.acquired())));
      }
    }
  }
}
