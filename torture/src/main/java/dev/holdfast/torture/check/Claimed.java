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

  /** As far as a clock that was set leaves them. */
  static List<Claimed> of(List<Operation> operations, Clocks clocks) {
    List<Claimed> spans = new ArrayList<>();
    for (Claimed span : of(operations)) {
      long until = clocks.untilJump(span.by().invokedAt(), span.until());
      if (until > span.from()) {
        spans.add(new Claimed(span.grant(), span.by(), span.from(), until));
      }
    }
    return spans;
  }

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
