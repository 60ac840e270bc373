package dev.holdfast.torture.fault;

import dev.holdfast.torture.history.History;
import dev.holdfast.torture.history.Kind;
import dev.holdfast.torture.history.Operation;
import dev.holdfast.torture.workload.Crew;
import java.util.List;

/** Whether leases that renew themselves went on doing so while a fault lasted. */
final class Renewals {

  private Renewals() {}

  /** A sentence for each of them that was lost while a fault of this number lasted. */
  static List<String> lostFor(History history, int number) {
    return history
        .operations(Kind.FAULT)
        .filter(fault -> fault.begin().note().startsWith(number + " "))
        .flatMap(fault -> history.operations(Kind.LOST).filter(lost -> isDuring(fault, lost)))
        .filter(lost -> Crew.renewsItself(lost.facts().token()))
        .filter(lost -> history.operations(Kind.JUMP).noneMatch(jump -> mayEnd(jump, lost)))
        .map(lost -> "lost although it renews itself, during %d: %s".formatted(number, line(lost)))
        .toList();
  }

  private static boolean isDuring(Operation fault, Operation lost) {
    return fault.invokedAt() < lost.invokedAt() && lost.invokedAt() < fault.completedAt();
  }

  /** A clock that was set ahead ends leases; the holder hears of it within a ttl. */
  private static boolean mayEnd(Operation jump, Operation lost) {
    return jump.invokedAt() < lost.invokedAt()
        && lost.invokedAt() < jump.completedAt() + Plan.TTL.toNanos();
  }

  private static String line(Operation operation) {
    return operation.begin().line();
  }
}
