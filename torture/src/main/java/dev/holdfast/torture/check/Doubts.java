package dev.holdfast.torture.check;

import dev.holdfast.torture.history.Entry;
import dev.holdfast.torture.history.Kind;
import dev.holdfast.torture.history.Operation;
import dev.holdfast.torture.history.Phase;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * What operations of unknown outcome leave open, for one resource. A renewal of unknown outcome may
 * only move the end of its lease: that is allowed for once, instead of searched. A grant that
 * nobody was told of is of interest only under a fence that others saw.
 */
final class Doubts {

  /** The note of a grant that the library renews. */
  private static final String RENEWS_ITSELF = "renews itself";

  private static final long MILLI = 1_000_000;

  private final Map<String, Long> renewals = new HashMap<>();
  private final Set<Operation> repeated = new HashSet<>();
  private final Set<Long> unheardFences = new HashSet<>();
  private final Set<Long> handedOver = new HashSet<>();
  private final Map<String, Long> fenceOfToken = new HashMap<>();

  Doubts(List<Operation> operations) {
    Set<String> released = new HashSet<>();
    for (Operation operation : operations) {
      String token = LeaseModel.tokenOf(operation);
      if (renewsItself(operation)) {
        renewals.merge(token, Long.MAX_VALUE, Math::min);
      } else if (operation.kind() == Kind.RENEW && operation.isUnknown()) {
        renewals.merge(token, operation.begin().facts().value() * MILLI, Math::min);
      } else if (operation.kind() == Kind.RELEASE
          && operation.outcome() != Phase.FAIL
          && !released.add(token)) {
        repeated.add(operation);
      }
    }
    findFences(operations);
  }

  /** Then renewals happen that nobody writes down. */
  private static boolean renewsItself(Operation operation) {
    Entry end = operation.end();
    return operation.kind() == Kind.ACQUIRE && end != null && end.note().startsWith(RENEWS_ITSELF);
  }

  private void findFences(List<Operation> operations) {
    Set<Long> granted = Grant.of(operations).stream().map(Grant::fence).collect(Collectors.toSet());
    for (Operation operation : operations) {
      long fence = operation.facts().fence();
      if (fence == 0 || operation.isUnknown()) {
        continue;
      }
      if (!granted.contains(fence)) {
        unheardFences.add(fence);
      }
      if (LeaseModel.isHandedOver(operation)) {
        handedOver.add(fence);
      }
      if (operation.isOk() && !operation.facts().token().isEmpty()) {
        fenceOfToken.put(operation.facts().token(), fence);
      }
    }
  }

  boolean mayBeRenewed(String token) {
    return renewals.containsKey(token);
  }

  long shortestTtl(String token) {
    return renewals.getOrDefault(token, Long.MAX_VALUE);
  }

  /** An earlier release of the same token may have done it. */
  boolean isRepeated(Operation release) {
    return repeated.contains(release);
  }

  /** The fence that the token is known to have had; 0 = none. */
  long fenceOf(String token) {
    return fenceOfToken.getOrDefault(token, 0L);
  }

  /** From the one to the other the lease went within a process: the server may know the first. */
  boolean leads(long from, long to) {
    return from < to && LongStream.rangeClosed(from + 1, to).allMatch(handedOver::contains);
  }

  /** Somebody saw this fence, and nobody was told that it was granted. */
  boolean isUnheard(long fence) {
    return unheardFences.contains(fence);
  }
}
