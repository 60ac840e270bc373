package dev.holdfast.claim;

import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The lock ids under which this process works, with how many claims each. A row under a lock id of
 * this worker that is not among them is a stray: the claim's answer never came, so nobody works on
 * it, and since the worker lives nobody would take it over. A lock id is noted before it is sent.
 */
final class OpenClaims {

  private final Map<UUID, Integer> counts = new ConcurrentHashMap<>();
  private volatile boolean strays;

  void add(UUID lockId) {
    counts.put(lockId, 1);
  }

  /** The answer came: so many claims. */
  void settle(UUID lockId, int claims) {
    if (claims == 0) {
      counts.remove(lockId);
    } else {
      counts.put(lockId, claims);
    }
  }

  void over(Claim claim) {
    counts.computeIfPresent(claim.lockId(), (id, count) -> count > 1 ? count - 1 : null);
  }

  /** An answer was lost: before the next claim somebody should sweep. */
  void straying() {
    strays = true;
  }

  boolean hasStrays() {
    return strays;
  }

  List<String> lockIds() {
    strays = false;
    return counts.keySet().stream().map(UUID::toString).toList();
  }
}
