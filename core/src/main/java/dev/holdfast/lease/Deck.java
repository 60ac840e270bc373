package dev.holdfast.lease;

import java.lang.System.Logger.Level;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * All that is pending, and the turns that send it. Its state belongs to who has the helm, a lock
 * which is free while a batch is at the database: so two turns may overlap, on a connection each.
 * What is wanted of a resource whose batch is at the database waits for that answer.
 */
final class Deck {

  private static final long LONGEST_NAP = TimeUnit.SECONDS.toNanos(60);
  private static final long CLOSING_NAP = TimeUnit.MILLISECONDS.toNanos(1);

  /** What a turn leaves behind: when the next one is due, and what callers are to hear. */
  record Log(long next, List<Runnable> told) {}

  private final Helm helm = new Helm();
  private final Inbox inbox;
  private final Buckets buckets;
  private final Lane[] lanes;
  private final Sender sender;
  private final LeaseKeeper keeper;
  private final Availability availability;
  private final Housekeeping housekeeping;
  private final Tidings tidings;
  private volatile boolean closing;

  Deck(
      Inbox inbox,
      Buckets buckets,
      Settler settler,
      LeaseKeeper keeper,
      Tidings tidings,
      Events events) {
    this.inbox = inbox;
    this.buckets = buckets;
    this.lanes = buckets.lanes();
    this.keeper = keeper;
    this.tidings = tidings;
    this.availability = new Availability(events);
    this.sender = new Sender(helm, settler, keeper, availability, events);
    this.housekeeping = new Housekeeping(lanes);
  }

  Lane lane(String resource) {
    return lanes[buckets.of(resource)];
  }

  Lane[] lanes() {
    return lanes;
  }

  /** Why the database does not answer, if it does not. */
  Availability availability() {
    return availability;
  }

  /** From now on nothing new is taken. Only who has the helm calls it. */
  void beginClosing() {
    closing = true;
  }

  boolean isClosing() {
    return closing;
  }

  /** Whether the current thread is in the middle of a turn, as a listener may be. */
  boolean isMyTurn() {
    return helm.isMine();
  }

  /** Whether nothing is left to send, or at the database. */
  boolean isIdle() {
    helm.take();
    try {
      inbox.runAll();
      for (Lane lane : lanes) {
        if (!lane.isEmpty()) {
          return false;
        }
      }
      return true;
    } finally {
      helm.let();
    }
  }

  /**
   * One turn on that connection: takes all that is pending, sends it, settles the answers. Whatever
   * goes wrong, leases of others depend on this: it goes on.
   *
   * @param whole with the regular work: renewals that are due, housekeeping
   * @param leaving hears how large a batch is when it leaves
   */
  Log turn(LeaseConnection connection, boolean whole, Consumer<Batch> leaving) {
    helm.take();
    try {
      long next = turnAtHelm(connection, whole, leaving);
      return new Log(next, tidings.take());
    } catch (RuntimeException | AssertionError e) {
      Events.LOG.log(Level.ERROR, "the dispatcher stumbled and goes on", e);
      availability.pause();
      return new Log(availability.sendFrom(), tidings.take());
    } finally {
      helm.let();
    }
  }

  private long turnAtHelm(LeaseConnection connection, boolean whole, Consumer<Batch> leaving) {
    inbox.runAll();
    long now = System.nanoTime();
    boolean sent = false;
    if (availability.sendFrom() - now <= 0) {
      if (whole) {
        keeper.due(now).forEach(renewal -> lane(renewal.lease().resource()).add(renewal));
      }
      for (Lane lane : lanes) {
        Batch batch = lane.isReady(now) ? lane.next(now) : Batch.NOTHING;
        if (!batch.isEmpty()) {
          leaving.accept(batch);
          sender.send(connection, lane, batch);
          sent = true;
        }
      }
      if (whole) {
        sender.housekeep(connection, housekeeping, now);
      }
    }
    if (sent && whole) {
      return now;
    }
    return closing ? now + CLOSING_NAP : nextTime(System.nanoTime());
  }

  private long nextTime(long now) {
    long next = now + LONGEST_NAP;
    next = earlier(next, keeper.nextRenewal());
    next = earlier(next, housekeeping.nextTime(now));
    for (Lane lane : lanes) {
      Long time = lane.nextLook(now);
      next = time == null ? next : earlier(next, time);
    }
    return next - availability.sendFrom() < 0 ? availability.sendFrom() : next;
  }

  private static long earlier(long a, long b) {
    return a - b < 0 ? a : b;
  }
}
