package dev.holdfast.lease;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The leases of this process. Thread-safe. */
final class HeldLeases {

  private final Set<Lease> leases = ConcurrentHashMap.newKeySet();

  void add(Lease lease) {
    leases.add(lease);
  }

  boolean remove(Lease lease) {
    return leases.remove(lease);
  }

  boolean contains(Lease lease) {
    return leases.contains(lease);
  }

  List<Lease> all() {
    return List.copyOf(leases);
  }

  List<Lease> of(String resource) {
    return leases.stream().filter(lease -> lease.resource().equals(resource)).toList();
  }

  /**
   * When one is due (a third of its ttl is over), all that have used up a sixth: leases taken at
   * different times so fall into step, and one statement a third of a ttl serves them all.
   */
  List<Lease> dueForRenewal(long now) {
    List<Lease> due = new ArrayList<>();
    boolean urgent = false;
    for (Lease lease : leases) {
      long age = now - lease.sentAt();
      long ttl = lease.ttl().toNanos();
      if (lease.renewsItself() && age >= ttl / 6) {
        due.add(lease);
        urgent |= age >= ttl / 3;
      }
    }
    return urgent ? due : List.of();
  }

  /** When the next one is due. */
  long nextRenewal(long now) {
    long next = now + Duration.ofHours(1).toNanos();
    for (Lease lease : leases) {
      long due = renewalOf(lease);
      if (lease.renewsItself() && due - next < 0) {
        next = due;
      }
    }
    return next;
  }

  static long renewalOf(Lease lease) {
    return lease.sentAt() + lease.ttl().toNanos() / 3;
  }

  /** The shortest ttl among them; an hour if there is none. */
  Duration shortestTtl() {
    Duration shortest = Duration.ofHours(1);
    for (Lease lease : leases) {
      if (lease.ttl().compareTo(shortest) < 0) {
        shortest = lease.ttl();
      }
    }
    return shortest;
  }
}
