package dev.holdfast.torture.check;

import dev.holdfast.torture.history.Entry;
import dev.holdfast.torture.history.History;
import dev.holdfast.torture.history.Kind;
import dev.holdfast.torture.history.Operation;
import dev.holdfast.torture.history.Phase;
import java.util.ArrayList;
import java.util.List;

/**
 * R: a renewal that was told "busy" (the note begins so) met another request for the lease; a
 * guarded write is no reason, its lock and a renewal go together.
 */
final class RenewalsUnderGuard implements Scan {

  @Override
  public List<Violation> violations(History history, Rules rules) {
    List<Violation> found = new ArrayList<>();
    history
        .byResource(Kind.ACQUIRE, Kind.RENEW, Kind.RELEASE, Kind.WRITE)
        .forEach(
            (resource, all) ->
                all.stream()
                    .filter(RenewalsUnderGuard::isBusy)
                    .filter(busy -> all.stream().noneMatch(o -> isReason(o, busy)))
                    .forEach(
                        busy ->
                            found.add(
                                new Violation(
                                    Invariant.R,
                                    resource,
                                    "a renewal was told 'busy', and nobody asked for the lease",
                                    List.of(busy)))));
    return found;
  }

  private static boolean isBusy(Operation operation) {
    Entry end = operation.end();
    return operation.kind() == Kind.RENEW
        && operation.outcome() == Phase.FAIL
        && end != null
        && end.note().startsWith("busy");
  }

  private static boolean isReason(Operation other, Operation busy) {
    return other.kind() != Kind.WRITE
        && !other.equals(busy)
        && !other.isBefore(busy)
        && !busy.isBefore(other);
  }
}
