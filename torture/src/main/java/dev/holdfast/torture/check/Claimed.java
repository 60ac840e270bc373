package dev.holdfast.torture.check;

import dev.holdfast.torture.history.Kind;
import dev.holdfast.torture.history.Operation;
import java.util.ArrayList;
import java.util.List;

/**
 * A span in which a client claims a resource: from an answer that says so up to the deadline that
 * this answer gave, cut off where it released or learned of the loss.
 */
record Claimed(Grant grant, Operation by, long from, long until) {

  static List<Claimed> of(List<Operation> operations) {
    List<Claimed> spans = new ArrayList<>();
    for (Grant grant : Grant.of(operations)) {
      long end = grant.claimEnds();
      add(spans, grant, grant.acquired(), end);
      for (Operation renewal : grant.under()) {
        if (renewal.kind() == Kind.RENEW && renewal.isOk()) {
          add(spans, grant, renewal, end);
        }
      }
    }
    return spans;
  }

  private static void add(List<Claimed> spans, Grant grant, Operation by, long end) {
    long deadline = by.facts().deadlineNanos();
    long until = Math.min(deadline, end);
    if (deadline != 0 && until > by.completedAt()) {
      spans.add(new Claimed(grant, by, by.completedAt(), until));
    }
  }
}
