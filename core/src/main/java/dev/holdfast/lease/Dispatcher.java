package dev.holdfast.lease;

import dev.holdfast.ClosedException;
import dev.holdfast.HoldfastEvent.LeaseDeadlock;
import dev.holdfast.lease.Acquisition.Refusal;
import dev.holdfast.lease.Batch.GiveBack;
import dev.holdfast.lease.Batch.Renewal;
import dev.holdfast.lease.Incidents.Kind;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Group commit for locks: one connection carries all lease traffic of the process.
 *
 * <p>Threads post messages; whoever has the helm takes all that is pending, sends it as one call
 * and settles the answers. All state belongs to who has the helm. That is this class's own thread
 * as long as there is a lot to do; while it sleeps, a caller that waits anyway takes the helm for
 * one turn, which saves two switches between threads. A turn never waits for a lock, only for the
 * database's answer, and that within a timeout. While it waits for that, callers may hand leases
 * over among themselves ({@link Shortcut}).
 */
final class Dispatcher {

  private static final int FEW = 4;
  private static final long LONGEST_NAP = TimeUnit.SECONDS.toNanos(60);
  private static final long ANOTHERS_TURN = TimeUnit.MILLISECONDS.toNanos(50);
  private static final long CLOSING_NAP = TimeUnit.MILLISECONDS.toNanos(1);

  private final Inbox inbox = new Inbox();
  private final Company company = new Company(System::nanoTime);
  private final ReentrantLock helm = new ReentrantLock();
  private final Buckets buckets;
  private final Lane[] lanes;
  private final Sender sender;
  private final ReentrantLock state;
  private final HandOvers handOvers;
  private final Shortcut shortcut;
  private final LeaseKeeper keeper;
  private final Availability availability;
  private final Housekeeping housekeeping;
  private final WaitReports reports;
  private final Tidings tidings;
  private final Events events;
  private final Thread thread;
  private final AtomicInteger tellers = new AtomicInteger();
  private BooleanSupplier quiet = () -> true;
  private volatile boolean closing;
  private volatile boolean wakesListener;

  /** Whether the last batch served many: then the dispatcher's own thread had better go on. */
  private volatile boolean crowded;

  /** When the thread has to do what only it does. */
  private volatile long ownWork = System.nanoTime();

  Dispatcher(
      Buckets buckets,
      LeaseConnection connection,
      Settler settler,
      LeaseKeeper keeper,
      Owners owners,
      HandOvers handOvers,
      Events events) {
    this.tidings = settler.tidings();
    this.handOvers = handOvers;
    this.events = events;
    this.buckets = buckets;
    this.lanes = buckets.lanes();
    this.keeper = keeper;
    this.availability = new Availability(events);
    this.sender = new Sender(connection, settler, keeper, availability, events);
    this.state = sender.state;
    this.shortcut = new Shortcut(state, handOvers, this::lane, tellers, inbox);
    this.housekeeping = new Housekeeping(lanes, events.incidents());
    this.reports = connection.reports(lanes, owners);
    events.incidents().onFirst(() -> inbox.post(() -> {}));
    this.thread = new Thread(this::run, "holdfast-dispatcher");
    thread.setDaemon(true);
    inbox.readBy(thread);
  }

  /**
   * Begins.
   *
   * @param quiet whether nobody is about to hand anything over: until then it does not end
   */
  void start(BooleanSupplier quiet) {
    this.quiet = quiet;
    thread.start();
  }

  /** Hands over a wish; {@code waiting}: the calling thread has nothing to do until it is over. */
  void submit(Acquisition wish, boolean waiting) {
    if (!closing && shortcut.isGiven(wish)) {
      return;
    }
    inbox.expect(waiting);
    post(
        () -> {
          if (closing) {
            wish.granted.completeExceptionally(new ClosedException());
          } else {
            lane(wish.firstResource()).add(wish, System.nanoTime());
          }
        },
        waiting);
  }

  /** Somebody waits until a lease that was handed over here is recorded. */
  void hurry(String resource, boolean waiting) {
    post(() -> lane(resource).successions.hurry(resource), waiting);
  }

  /** The caller gave up: it leaves the queue now, not when its turn comes. */
  void forget(Acquisition wish) {
    inbox.post(() -> leave(wish));
  }

  private void leave(Acquisition wish) {
    Lane lane = lane(wish.firstResource());
    WaitQueue queue = lane.queues.find(wish.awaited());
    if (queue != null) {
      lane.queues.remove(queue, wish);
    }
    lane.drop(wish, System.nanoTime());
  }

  /** All in one batch, as far as they are of one bucket. */
  void giveBack(List<GiveBack> giveBacks, boolean waiting) {
    boolean taken = !closing && giveBacks.size() == 1 && shortcut.isTaken(giveBacks.get(0));
    if (!taken) {
      inbox.expect(waiting);
      post(
          () -> giveBacks.forEach(each -> lane(each.resource()).add(each, System.nanoTime())),
          waiting);
    } else if (waiting) {
      inbox.expect(true);
      post(Shortcut::justLook, true);
    }
  }

  void renew(Renewal renewal) {
    inbox.post(() -> lane(renewal.proof().resource()).add(renewal));
  }

  /** The database says that these became free: who hears it tries at once, if it can. */
  void heardFree(List<String> resources) {
    post(() -> resources.forEach(r -> lane(r).queues.tryBy(r, System.nanoTime())), true);
  }

  /** The database says that a lease was taken from us: ask it, it decides. */
  void heardLost(String resource) {
    for (Lease lease : keeper.held().of(resource)) {
      inbox.post(() -> lookAgain(lease));
    }
  }

  /**
   * Between two batches: one that is not recorded then hears it from what will be said to its
   * record.
   */
  private void lookAgain(Lease lease) {
    if (lease.heritage().isRecorded()) {
      lane(lease.resource()).add(Renewal.of(lease));
    }
  }

  /** Push was away and is back: whatever was said meanwhile is not known. */
  void heardNothing() {
    inbox.post(
        () -> {
          for (Lane lane : lanes) {
            lane.queues.resources().forEach(r -> lane.queues.tryBy(r, System.nanoTime()));
          }
          keeper.held().all().stream().filter(Lease::renewsItself).forEach(this::lookAgain);
        });
  }

  /** Why the database does not answer; null: it does, as far as is known. */
  @Nullable Throwable lastFailure() {
    return availability.lastFailure();
  }

  /**
   * Stops when all that is pending was sent, or after that time.
   *
   * @param listening whether a listener of this process is to be woken, so that it ends too
   */
  void close(Duration patience, boolean listening) {
    wakesListener = listening;
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

  /**
   * Posts a message. Who waits for the answer and finds the helm free takes it for one turn; of
   * many, who finds the dispatcher's thread asleep or completes half of a crowd. Otherwise whoever
   * has the helm sees the message: the thread looks before it sleeps, a helper looks when it lets
   * go. Nobody helps while the thread's own work is due: renewals must not wait for a gap.
   */
  private void post(Runnable message, boolean waiting) {
    if (!waiting || System.nanoTime() - ownWork >= 0 || !mayHelp(Thread.currentThread())) {
      inbox.post(message);
      return;
    }
    inbox.postQuietly(message);
    boolean goes = !crowded || inbox.isReaderAsleep() || company.isEnoughOfCrowd(inbox.askers());
    if (goes && helm.tryLock()) {
      turnAndTell(false);
    }
  }

  /** With the helm in hand: a turn, then lets go and tells who was answered. */
  private void turnAndTell(boolean whole) {
    long next = System.nanoTime();
    List<Runnable> told = List.of();
    try {
      if (whole || sender.isConnected()) {
        company.gather(inbox::askers);
        long start = System.nanoTime();
        state.lock();
        try {
          next = carefulTurn(whole);
          told = tidings.take();
          company.left(tidings.takeCallers(), System.nanoTime() - start);
          ownWork = ownTime(System.nanoTime());
        } finally {
          state.unlock();
        }
      }
      tellers.incrementAndGet(); // who hears of a grant and does not want it gives it back
    } finally {
      inbox.due(next);
      helm.unlock();
      if (!whole) {
        inbox.wakeReader();
      }
    }
    try {
      told.forEach(Runnable::run);
    } finally {
      tellers.decrementAndGet();
    }
  }

  /** Not a virtual thread (an interrupt would close the connection), and not a listener. */
  private boolean mayHelp(Thread thread) {
    ThreadGroup group = thread.getThreadGroup();
    return group != null
        && !group.getName().equals("VirtualThreads")
        && !helm.isHeldByCurrentThread();
  }

  private Lane lane(String resource) {
    return lanes[buckets.of(resource)];
  }

  private void run() {
    try {
      while (!Thread.interrupted() && !(closing && isIdle())) {
        if (helm.tryLock()) {
          turnAndTell(true);
          inbox.await();
        } else {
          long end = System.nanoTime() + ANOTHERS_TURN;
          inbox.awaitWhile(helm::isLocked, () -> end);
        }
      }
    } finally {
      helm.lock(); // for good: who helps comes too late
      sender.sayGoodbye(reports, housekeeping, wakesListener);
      sender.close();
    }
  }

  private boolean isIdle() {
    helm.lock();
    state.lock();
    try {
      if (tellers.get() > 0 || !quiet.getAsBoolean()) {
        return false;
      }
      inbox.runAll(); // after that look: who was still at it had posted before
      for (Lane lane : lanes) {
        if (!lane.isEmpty()) {
          return false;
        }
      }
      return true;
    } finally {
      state.unlock();
      helm.unlock();
    }
  }

  /** Whatever goes wrong, leases of others depend on this: it goes on. */
  private long carefulTurn(boolean whole) {
    try {
      return turn(whole);
    } catch (RuntimeException | AssertionError e) {
      Events.LOG.log(Level.ERROR, "the dispatcher stumbled and goes on", e);
      availability.pause();
      return availability.sendFrom();
    }
  }

  /** One round; answers when the next one is due. Who helps does not do the regular work. */
  private long turn(boolean whole) {
    inbox.forgetAskers();
    inbox.runAll();
    long now = System.nanoTime();
    boolean sent = false;
    if (availability.sendFrom() - now <= 0) {
      if (whole) {
        keeper.due(now).forEach(renewal -> lane(renewal.proof().resource()).add(renewal));
      }
      for (Lane lane : lanes) {
        if (lane.isReady(now)) {
          shortcut.tellAll(lane, now);
          Batch batch = lane.next(now);
          crowded = batch.size() > FEW;
          sender.send(lane, batch);
          handOvers.all(lane, System.nanoTime()).forEach(tidings::add);
          sent = true;
        }
      }
      if (whole) {
        sender.report(reports, now).forEach(this::tellHopeless);
        sender.housekeep(housekeeping, now);
      }
    }
    if (sent && whole) {
      return now;
    }
    if (!crowded) {
      inbox.runAll(); // who came meanwhile and has to wait anyway need not wake the thread
    }
    return closing ? now + CLOSING_NAP : nextTime(System.nanoTime());
  }

  /** Its wait would never end: it ends here. */
  private void tellHopeless(WaitReports.Hopeless hopeless) {
    Acquisition wish = hopeless.wish();
    String resource = hopeless.error().resource();
    String cycle = hopeless.error().cycle();
    tidings.add(() -> wish.granted.completeExceptionally(hopeless.error()));
    leave(wish);
    Events.LOG.log(Level.WARNING, "a deadlock of leases: {0}", cycle);
    Refusal last = wish.lastRefusal();
    long fence = last == null ? 0 : last.holding().fence();
    events.incidents().add(Kind.DEADLOCK, resource, fence, wish.options.holder(), cycle);
    events.tell(() -> new LeaseDeadlock(resource, cycle));
  }

  /** When there is something to do that nobody asked for. */
  private long ownTime(long now) {
    long next = now + LONGEST_NAP;
    next = earlier(next, keeper.nextRenewal());
    next = earlier(next, housekeeping.nextTime(now));
    return earlier(next, reports.nextTime(next));
  }

  private long nextTime(long now) {
    long next = ownTime(now);
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
