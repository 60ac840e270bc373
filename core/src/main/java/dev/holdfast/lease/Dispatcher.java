package dev.holdfast.lease;

import dev.holdfast.ClosedException;
import dev.holdfast.lease.Batch.GiveBack;
import dev.holdfast.lease.Batch.Renewal;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Group commit for locks: one thread and one connection carry all lease traffic of the process.
 *
 * <p>Other threads post messages; this thread takes all that is pending, sends it as one call,
 * settles the answers, and goes round again. All its state belongs to its thread. It never waits
 * for a lock, only for the database's answer, and that within a timeout.
 */
final class Dispatcher {

  private static final long LONGEST_NAP = TimeUnit.SECONDS.toNanos(60);
  private static final long COMPANY_NAP = TimeUnit.MICROSECONDS.toNanos(100);
  private static final long CLOSING_NAP = TimeUnit.MILLISECONDS.toNanos(1);

  private final Inbox inbox = new Inbox();
  private final Buckets buckets;
  private final Lane[] lanes;
  private final Sender sender;
  private final LeaseKeeper keeper;
  private final Availability availability;
  private final Housekeeping housekeeping;
  private final Thread thread;
  private volatile boolean closing;

  Dispatcher(
      Buckets buckets,
      LeaseConnection connection,
      Settler settler,
      LeaseKeeper keeper,
      Events events) {
    this.buckets = buckets;
    this.lanes = buckets.lanes();
    this.keeper = keeper;
    this.availability = new Availability(events);
    this.sender = new Sender(connection, settler, keeper, availability, events);
    this.housekeeping = new Housekeeping(lanes);
    this.thread = new Thread(this::run, "holdfast-dispatcher");
    thread.setDaemon(true);
    inbox.readBy(thread);
  }

  void start() {
    thread.start();
  }

  void submit(Acquisition wish) {
    inbox.post(
        () -> {
          if (closing) {
            wish.granted.completeExceptionally(new ClosedException());
          } else {
            lane(wish.firstResource()).add(wish, System.nanoTime());
          }
        });
  }

  /** The caller gave up: it leaves the queue now, not when its turn comes. */
  void forget(Acquisition wish) {
    inbox.post(
        () -> {
          Lane lane = lane(wish.firstResource());
          WaitQueue queue = lane.queues.find(wish.awaited());
          if (queue != null) {
            lane.queues.remove(queue, wish);
          }
          lane.drop(wish, System.nanoTime());
        });
  }

  /** All in one batch, as far as they are of one bucket. */
  void giveBack(List<GiveBack> giveBacks) {
    inbox.post(() -> giveBacks.forEach(each -> lane(each.resource()).add(each, System.nanoTime())));
  }

  void renew(Renewal renewal) {
    inbox.post(() -> lane(renewal.lease().resource()).add(renewal));
  }

  /** The database says that a resource became free. */
  void heardFree(String resource) {
    inbox.post(() -> lane(resource).queues.tryBy(resource, System.nanoTime()));
  }

  /** The database says that a lease was taken from us: ask it, it decides. */
  void heardLost(String resource) {
    for (Lease lease : keeper.held().of(resource)) {
      renew(new Renewal(lease, lease.ttl(), null));
    }
  }

  /** Push was away and is back: whatever was said meanwhile is not known. */
  void heardNothing() {
    inbox.post(
        () -> {
          for (Lane lane : lanes) {
            lane.queues.resources().forEach(r -> lane.queues.tryBy(r, System.nanoTime()));
          }
        });
  }

  /** Why the database does not answer; null: it does, as far as is known. */
  @Nullable Throwable lastFailure() {
    return availability.lastFailure();
  }

  /** Stops when all that is pending was sent, or after that time. */
  void close(Duration patience) {
    inbox.post(
        () -> {
          closing = true;
          for (Lane lane : lanes) {
            lane.acquisitions()
                .forEach(wish -> wish.granted.completeExceptionally(new ClosedException()));
            lane.queues.resources().forEach(r -> lane.queues.tryBy(r, System.nanoTime()));
          }
        });
    try {
      thread.join(patience.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (thread.isAlive()) {
      thread.interrupt();
      Events.LOG.log(
          Level.WARNING, "the database did not answer while closing: leases end with their ttl");
    }
  }

  private Lane lane(String resource) {
    return lanes[buckets.of(resource)];
  }

  private void run() {
    try {
      while (!Thread.interrupted() && !(closing && isIdle())) {
        carefulTurn();
      }
    } finally {
      sender.close();
    }
  }

  private boolean isIdle() {
    inbox.runAll();
    for (Lane lane : lanes) {
      if (!lane.isEmpty()) {
        return false;
      }
    }
    return true;
  }

  /** Whatever goes wrong, leases of others depend on this thread: it goes on. */
  private void carefulTurn() {
    try {
      turn();
    } catch (RuntimeException | AssertionError e) {
      Events.LOG.log(Level.ERROR, "the dispatcher stumbled and goes on", e);
      availability.pause();
    }
  }

  private void turn() {
    inbox.runAll();
    long now = System.nanoTime();
    boolean sent = false;
    if (availability.sendFrom() - now <= 0) {
      keeper.due(now).forEach(renewal -> lane(renewal.lease().resource()).add(renewal));
      for (Lane lane : lanes) {
        if (lane.wantsCompany(now) && !closing) {
          inbox.await(System.nanoTime() + COMPANY_NAP);
          inbox.runAll();
        }
        if (lane.isReady(now)) {
          sender.send(lane, lane.next(now));
          sent = true;
        }
      }
      sender.housekeep(housekeeping, now);
    }
    if (!sent) {
      inbox.await(closing ? now + CLOSING_NAP : nextTime(now));
    }
  }

  private long nextTime(long now) {
    long next = now + LONGEST_NAP;
    next = earlier(next, keeper.nextRenewal());
    next = earlier(next, housekeeping.nextTime());
    for (Lane lane : lanes) {
      Long time = lane.nextTime(now);
      next = time == null ? next : earlier(next, time);
    }
    return next - availability.sendFrom() < 0 ? availability.sendFrom() : next;
  }

  private static long earlier(long a, long b) {
    return a - b < 0 ? a : b;
  }
}
