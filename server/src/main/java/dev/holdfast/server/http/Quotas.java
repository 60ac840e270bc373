package dev.holdfast.server.http;

import dev.holdfast.lease.RemoteGrant;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** How many requests of an access token wait, and how many leases it holds, as far as we know. */
final class Quotas {
  private static final int CLEAR_AT = 1_000;

  private final Limits.Quota most;
  private final Map<String, Account> accounts = new ConcurrentHashMap<>();

  Quotas(Limits.Quota most) {
    this.most = most;
  }

  Account of(Caller caller) {
    return accounts.computeIfAbsent(caller.name(), name -> new Account());
  }

  /** What one access token has. */
  final class Account {
    private final AtomicInteger waiting = new AtomicInteger();
    private final Map<String, Long> leases = new ConcurrentHashMap<>();
    private volatile int clearAt = CLEAR_AT;

    /** One more that waits; {@link #done} when it does not any more. */
    void waits() {
      if (waiting.incrementAndGet() > most.waiters()) {
        waiting.decrementAndGet();
        throw exceeded(most.waiters() + " requests of this access token wait already");
      }
    }

    void done() {
      waiting.decrementAndGet();
    }

    /** Whether there is room for so many more leases. */
    void room(int wanted) {
      if (leases.size() + wanted > most.leases()) {
        clear();
        if (leases.size() + wanted > most.leases()) {
          throw exceeded("this access token holds " + leases.size() + " leases already");
        }
      }
    }

    void holds(RemoteGrant grant) {
      Duration ttl = grant.ttl();
      leases.put(id(grant.resource(), grant.fence()), System.nanoTime() + ttl.toNanos());
      if (leases.size() > clearAt) {
        clear();
      }
    }

    /** Forgets those that ran out; again when there are twice as many. */
    private void clear() {
      long now = System.nanoTime();
      leases.values().removeIf(until -> now - until > 0);
      clearAt = Math.max(CLEAR_AT, 2 * leases.size());
    }

    void gaveBack(String resource, long fence) {
      leases.remove(id(resource, fence));
    }

    private static String id(String resource, long fence) {
      return fence + "/" + resource;
    }

    private static HttpProblem exceeded(String what) {
      return new HttpProblem(
              429, "rate-limited", "Too much is asked for", what + "; release some, or ask later")
          .retryAfter(1);
    }
  }
}
