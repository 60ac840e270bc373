package dev.holdfast.lease;

import dev.holdfast.ClosedException;
import dev.holdfast.HoldfastEvent.BatchSent;
import dev.holdfast.HoldfastEvent.DatabaseBack;
import dev.holdfast.HoldfastEvent.DatabaseLost;
import dev.holdfast.RequestFailedException;
import dev.holdfast.lease.Batch.Bid;
import dev.holdfast.lease.Batch.GiveBack;
import dev.holdfast.lease.Batch.Renewal;
import java.lang.System.Logger.Level;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
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
  private static final long CLOSING_NAP = TimeUnit.MILLISECONDS.toNanos(1);
  private static final long FIRST_BACKOFF = TimeUnit.MILLISECONDS.toNanos(20);
  private static final long LONGEST_BACKOFF = TimeUnit.SECONDS.toNanos(1);
  private static final String LOCK_TIMEOUT = "55P03";
  private static final Set<String> WORTH_RETRYING =
      Set.of(LOCK_TIMEOUT, "40001", "40P01", "57014", "01000");

  private final Inbox inbox = new Inbox();
  private final Buckets buckets;
  private final Lane[] lanes;
  private final LeaseConnection connection;
  private final Settler settler;
  private final LeaseKeeper keeper;
  private final Housekeeping housekeeping;
  private final ClockCheck clockCheck;
  private final Events events;
  private final Thread thread;

  private long sendFrom = System.nanoTime();
  private long backoff = FIRST_BACKOFF;
  private @Nullable Long awaySince;
  private volatile @Nullable Throwable lastFailure;
  private volatile boolean closing;

  Dispatcher(
      Buckets buckets,
      LeaseConnection connection,
      Settler settler,
      LeaseKeeper keeper,
      Events events) {
    this.buckets = buckets;
    this.lanes = buckets.lanes();
    this.connection = connection;
    this.settler = settler;
    this.keeper = keeper;
    this.housekeeping = new Housekeeping(connection, lanes);
    this.clockCheck = new ClockCheck(events);
    this.events = events;
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

  void giveBack(GiveBack giveBack) {
    inbox.post(() -> lane(giveBack.resource()).add(giveBack, System.nanoTime()));
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
    return lastFailure;
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
      connection.close();
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
      sendFrom = System.nanoTime() + LONGEST_BACKOFF;
    }
  }

  private void turn() {
    inbox.runAll();
    long now = System.nanoTime();
    boolean sent = false;
    if (sendFrom - now <= 0) {
      keeper.due(now).forEach(renewal -> lane(renewal.lease().resource()).add(renewal));
      for (Lane lane : lanes) {
        if (lane.isReady(now)) {
          send(lane, lane.next(now));
          sent = true;
        }
      }
      housekeep(now);
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
    return next - sendFrom < 0 ? sendFrom : next;
  }

  private static long earlier(long a, long b) {
    return a - b < 0 ? a : b;
  }

  private void send(Lane lane, Batch batch) {
    if (batch.isEmpty()) {
      return;
    }
    long sentAt = System.nanoTime();
    try {
      List<Answer> answers = connection.call(batch, answerTimeout());
      long took = System.nanoTime() - sentAt;
      answered();
      clockCheck.look(answers, sentAt, took);
      wake(settler.settle(lane, batch, answers, sentAt));
      events.tell(
          () ->
              new BatchSent(
                  batch.giveBacks().size(),
                  batch.renewals().size(),
                  batch.bids().size(),
                  Duration.ofNanos(took)));
    } catch (SQLException e) {
      failed(lane, batch, e);
    } catch (RuntimeException e) {
      Events.LOG.log(Level.ERROR, "a batch could not be settled", e);
      fail(batch, e);
    }
  }

  /** A wake-up that gets lost costs time: whoever waits polls too. */
  private void wake(List<Settler.WakeUp> wakeUps) {
    if (wakeUps.isEmpty()) {
      return;
    }
    try {
      connection.wake(
          wakeUps.stream().map(Settler.WakeUp::resource).toList(),
          wakeUps.stream().map(Settler.WakeUp::process).toList(),
          answerTimeout());
    } catch (SQLException e) {
      passed(e, "a wake-up");
    }
  }

  /**
   * A broken connection, or an error that passes: all of it again, with the same tokens. An error
   * of one operation: halve the batch until it stands alone.
   */
  private void failed(Lane lane, Batch batch, SQLException e) {
    String state = String.valueOf(e.getSQLState());
    if (connection.isBroken() || isUseless(state)) {
      connection.close();
      unanswered(e);
      putBack(lane, batch);
    } else if (batch.size() > 1) {
      batch.split().forEach(part -> send(lane, part));
    } else if (state.equals(LOCK_TIMEOUT) && !batch.bids().isEmpty()) {
      batch.bids().forEach(bid -> bid.acquisition().suspect = true);
      settler.settle(lane, batch, List.of(), System.nanoTime()); // somebody is making that very row
    } else if (WORTH_RETRYING.contains(state)) {
      sendFrom = System.nanoTime() + FIRST_BACKOFF;
      putBack(lane, batch);
    } else {
      keeper.putBack(List.of(), System.nanoTime() + LONGEST_BACKOFF);
      fail(batch, new RequestFailedException("a request about leases failed", e));
    }
  }

  /**
   * A read-only standby, a server without resources, one that shuts down: another may be better.
   */
  private static boolean isUseless(String state) {
    return state.equals("25006") || state.startsWith("53") || state.startsWith("57P");
  }

  private void putBack(Lane lane, Batch batch) {
    long now = System.nanoTime();
    for (GiveBack giveBack : batch.giveBacks()) {
      if (giveBack.worthlessAt() - now > 0 && !giveBack.done().isDone()) {
        lane.add(giveBack, now);
      }
    }
    keeper.putBack(batch.renewals(), sendFrom);
    for (Bid bid : batch.bids()) {
      putBack(lane, bid.acquisition(), now);
      bid.followers().forEach(follower -> putBack(lane, follower, now));
    }
  }

  private static void putBack(Lane lane, Acquisition wish, long now) {
    wish.unsettled = true;
    if (wish.isOver()) {
      lane.drop(wish, now);
    } else if (!wish.waits) {
      lane.add(wish, now);
    } // who waits is in its queue still
  }

  private void fail(Batch batch, RuntimeException error) {
    batch.giveBacks().forEach(giveBack -> giveBack.done().completeExceptionally(error));
    for (Renewal renewal : batch.renewals()) {
      if (renewal.asked() != null) {
        renewal.asked().completeExceptionally(error);
      }
    }
    for (Bid bid : batch.bids()) {
      bid.acquisition().granted.completeExceptionally(error);
      bid.followers().forEach(follower -> follower.granted.completeExceptionally(error));
    }
  }

  /** A quarter of the shortest ttl, so that a renewal has a second try before the deadline. */
  private int answerTimeout() {
    long quarter = keeper.shortestTtl().toMillis() / 4;
    return (int) Math.max(1_000, Math.min(5_000, quarter));
  }

  private void answered() {
    backoff = FIRST_BACKOFF;
    lastFailure = null;
    Long since = awaySince;
    if (since != null) {
      awaySince = null;
      Duration away = Duration.ofNanos(System.nanoTime() - since);
      Events.LOG.log(Level.INFO, "the database answers again after {0} ms", away.toMillis());
      events.tell(() -> new DatabaseBack(away));
    }
  }

  private void unanswered(SQLException e) {
    lastFailure = e;
    long pause = ThreadLocalRandom.current().nextLong(backoff / 2, backoff);
    sendFrom = System.nanoTime() + pause;
    backoff = Math.min(backoff * 2, LONGEST_BACKOFF);
    if (awaySince == null) {
      awaySince = System.nanoTime();
      Events.LOG.log(Level.WARNING, "the database does not answer: {0}", e.getMessage());
      events.tell(() -> new DatabaseLost(String.valueOf(e.getMessage())));
    }
  }

  private void housekeep(long now) {
    try {
      housekeeping.tidy(now, answerTimeout());
    } catch (SQLException e) {
      passed(e, "housekeeping");
    }
  }

  /** Something that is not about a lease failed: no harm is done. */
  private void passed(SQLException e, String what) {
    if (connection.isBroken()) {
      connection.close();
      unanswered(e);
    } else {
      Events.LOG.log(Level.WARNING, what + " failed; nothing is lost by it but time", e);
    }
  }
}
