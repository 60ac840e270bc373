package dev.holdfast.lease;

import dev.holdfast.ClosedException;
import dev.holdfast.lease.Batch.GiveBack;
import dev.holdfast.lease.Batch.Renewal;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Group commit for locks: one connection carries all lease traffic of the process, a second one
 * helps out in a crowd.
 *
 * <p>Threads post messages; whoever takes a turn on the {@link Deck} sends all that is pending as
 * one call and settles the answers. That is this class's own thread as long as there is a lot to
 * do; while it sleeps, a caller that waits anyway takes one turn itself, which saves two switches
 * between threads. A turn waits for nothing but the database's answer, and that within a timeout.
 */
final class Dispatcher {

  private static final int FEW = 4;
  private static final long ANOTHERS_TURN = TimeUnit.MILLISECONDS.toNanos(50);

  private final Inbox inbox = new Inbox();
  private final Deck deck;
  private final LeaseConnection connection;

  /** Who uses the connection: this class's thread, or a caller for one turn. */
  private final ReentrantLock inUse = new ReentrantLock();

  private final LeaseKeeper keeper;
  private final SecondHand second;
  private final Thread thread;

  /** Whether the last batch served many: then the dispatcher's own thread had better go on. */
  private volatile boolean crowded;

  /** How large the batch is that is at the database; 0: none is. */
  private volatile int away;

  Dispatcher(
      Lines lines,
      Buckets buckets,
      Settler settler,
      LeaseKeeper keeper,
      Tidings tidings,
      Events events) {
    this.keeper = keeper;
    this.deck = new Deck(inbox, buckets, settler, keeper, tidings, events);
    this.connection = lines.open();
    this.second = new SecondHand(deck, inbox, lines.open(), () -> away, lines::mayHaveTwo);
    this.thread = new Thread(this::run, "holdfast-dispatcher");
    thread.setDaemon(true);
    inbox.readBy(thread);
    inbox.helpedBy(second);
  }

  /** Where connections come from. */
  interface Lines {
    LeaseConnection open();

    /** Whether a second one may be used. */
    boolean mayHaveTwo();
  }

  void start() {
    thread.start();
    second.start();
  }

  /** Hands over a wish; {@code waiting}: the calling thread has nothing to do until it is over. */
  void submit(Acquisition wish, boolean waiting) {
    post(
        () -> {
          if (deck.isClosing()) {
            wish.granted.completeExceptionally(new ClosedException());
          } else {
            deck.lane(wish.firstResource()).add(wish, System.nanoTime());
          }
        },
        waiting);
  }

  /** The caller gave up: it leaves the queue now, not when its turn comes. */
  void forget(Acquisition wish) {
    inbox.post(
        () -> {
          Lane lane = deck.lane(wish.firstResource());
          WaitQueue queue = lane.queues.find(wish.awaited());
          if (queue != null) {
            lane.queues.remove(queue, wish);
          }
          lane.drop(wish, System.nanoTime());
        });
  }

  /** All in one batch, as far as they are of one bucket. */
  void giveBack(List<GiveBack> giveBacks, boolean waiting) {
    post(
        () -> giveBacks.forEach(each -> deck.lane(each.resource()).add(each, System.nanoTime())),
        waiting);
  }

  void renew(Renewal renewal) {
    inbox.post(() -> deck.lane(renewal.lease().resource()).add(renewal));
  }

  /** The database says that a resource became free. */
  void heardFree(String resource) {
    inbox.post(() -> deck.lane(resource).queues.tryBy(resource, System.nanoTime()));
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
          for (Lane lane : deck.lanes()) {
            lane.queues.resources().forEach(r -> lane.queues.tryBy(r, System.nanoTime()));
          }
        });
  }

  /** Why the database does not answer; null: it does, as far as is known. */
  @Nullable Throwable lastFailure() {
    return deck.availability().lastFailure();
  }

  /** Stops when all that is pending was sent, or after that time. */
  void close(Duration patience) {
    inbox.post(
        () -> {
          deck.beginClosing();
          for (Lane lane : deck.lanes()) {
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
    second.close();
  }

  /**
   * Posts a message. Who waits for the answer and finds the connection free takes a turn, unless
   * there is a crowd and the dispatcher's thread is awake. Otherwise whoever uses it sees the
   * message: the thread looks before it sleeps, a caller looks when it lets go.
   */
  private void post(Runnable message, boolean waiting) {
    if (!waiting || !mayHelp(Thread.currentThread())) {
      inbox.post(message);
      return;
    }
    inbox.postQuietly(message);
    if ((!crowded || inbox.isReaderAsleep()) && inUse.tryLock()) {
      turnAndTell(false);
    }
  }

  /** With the connection in use by this thread: a turn, then lets go and tells who was answered. */
  private long turnAndTell(boolean whole) {
    Deck.Log log = new Deck.Log(System.nanoTime(), List.of());
    try {
      if (whole || !connection.isBroken()) {
        log = deck.turn(connection, whole, this::leaves);
      }
    } finally {
      away = 0;
      inUse.unlock();
      if (!whole) {
        inbox.wakeReader(log.next());
      }
    }
    log.told().forEach(Runnable::run);
    return log.next();
  }

  private void leaves(Batch batch) {
    crowded = batch.size() > FEW;
    away = batch.size();
    second.look();
  }

  /** Not a virtual thread (an interrupt would close the connection), and not a listener. */
  private boolean mayHelp(Thread thread) {
    ThreadGroup group = thread.getThreadGroup();
    return group != null
        && !group.getName().equals("VirtualThreads")
        && !inUse.isHeldByCurrentThread()
        && !deck.isMyTurn();
  }

  private void run() {
    try {
      while (!Thread.interrupted() && !(deck.isClosing() && deck.isIdle())) {
        if (inUse.tryLock()) {
          inbox.await(turnAndTell(true));
        } else {
          inbox.awaitWhile(inUse::isLocked, System.nanoTime() + ANOTHERS_TURN);
        }
      }
    } finally {
      inUse.lock(); // for good: who helps comes too late
      connection.close();
    }
  }
}
