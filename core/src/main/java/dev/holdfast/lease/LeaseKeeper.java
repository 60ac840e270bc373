package dev.holdfast.lease;

import dev.holdfast.HoldfastEvent.LeaseLost;
import dev.holdfast.lease.Batch.Renewal;
import dev.holdfast.lease.Incidents.Kind;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Keeps the leases of this process: what is held, when it is renewed, that its loss is told. {@link
 * #lose} may come from any thread, the rest from who has the state of the dispatcher.
 */
final class LeaseKeeper {

  private static final long LOCKED_ROW_NAP = TimeUnit.MILLISECONDS.toNanos(20);

  private final HeldLeases held;
  private final Watch watch;
  private final Events events;
  private final List<Renewal> again = new ArrayList<>();
  private long nextRenewal = System.nanoTime() + TimeUnit.HOURS.toNanos(1);
  private Duration shortestTtl = Duration.ofHours(1);

  LeaseKeeper(HeldLeases held, Events events) {
    this.held = held;
    this.events = events;
    this.watch = new Watch(held, this::lose);
  }

  HeldLeases held() {
    return held;
  }

  void hold(Lease lease) {
    held.add(lease);
    noteTimes(lease);
  }

  /** False: the answer came after the lease's own deadline, it is lost. */
  boolean renewed(Lease lease, Duration ttl, long sentAt) {
    if (!lease.renewed(ttl, sentAt)) {
      lose(lease, Watch.RAN_OUT);
      return false;
    }
    noteTimes(lease);
    return true;
  }

  /** Its row was locked by somebody: not lost, once more. */
  void renewSoon(Renewal renewal) {
    again.add(renewal);
    nextRenewal = System.nanoTime() + LOCKED_ROW_NAP;
  }

  void lose(Lease lease, String why) {
    if (held.remove(lease) && lease.lose(why)) {
      Events.LOG.log(Level.WARNING, "{0} was lost: {1}", lease, why);
      events.incidents().add(Kind.LOST, lease.resource(), lease.fence(), lease.holder(), why);
      events.tell(() -> new LeaseLost(lease.resource(), lease.holder(), lease.fence(), why));
    }
  }

  /** What to renew now: when one is due, all that are half-way there. */
  List<Renewal> due(long now) {
    if (nextRenewal - now > 0) {
      return List.of();
    }
    List<Renewal> due = new ArrayList<>(again);
    due.removeIf(Renewal::isOver);
    again.clear();
    for (Lease lease : held.dueForRenewal(now)) {
      due.add(Renewal.of(lease));
    }
    nextRenewal = held.nextRenewal(now);
    shortestTtl = held.shortestTtl();
    return due;
  }

  /** These could not be sent. What was due is due still; what was asked for is asked for again. */
  void putBack(List<Renewal> renewals, long retryAt) {
    for (Renewal renewal : renewals) {
      if (renewal.lease() != null && !held.contains(renewal.lease())) {
        renewal.answer(Answer.GONE);
      } else if (renewal.asked() != null) {
        again.add(renewal);
      }
    }
    nextRenewal = retryAt;
  }

  long nextRenewal() {
    return nextRenewal;
  }

  Duration shortestTtl() {
    return shortestTtl;
  }

  void close() {
    watch.close();
  }

  private void noteTimes(Lease lease) {
    watch.mind(lease);
    long due = HeldLeases.renewalOf(lease);
    if (lease.renewsItself() && due - nextRenewal < 0) {
      nextRenewal = due;
    }
    if (lease.ttl().compareTo(shortestTtl) < 0) {
      shortestTtl = lease.ttl();
    }
  }
}
