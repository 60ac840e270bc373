package dev.holdfast.claim;

import dev.holdfast.HoldfastException;
import dev.holdfast.RequestFailedException;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The loop of a {@link ClaimWorker}, on one thread: first the endings that gathered meanwhile, in
 * one statement; then, when half of what may be in hand is free, the next batch. While it talks to
 * the database the crew works and endings gather: group commit. What is in hand is bounded, so
 * nothing here grows.
 */
final class Pump implements Runnable {

  private static final long SWEEP_EVERY = TimeUnit.MINUTES.toNanos(1);
  private static final long AFTER_INTERRUPT = TimeUnit.SECONDS.toNanos(1);

  private final Claims claims;
  private final WorkerOptions options;
  private final Crew crew;
  private final @Nullable ExecutorService ownThreads;
  private final Queue<Ending> endings = new ConcurrentLinkedQueue<>();
  private final AtomicInteger inHand = new AtomicInteger();
  private final Semaphore signal = new Semaphore(0);
  private volatile @Nullable Duration stopWithin;
  private volatile boolean woken = true;
  private @Nullable Worker watched;
  private long nextPoll = System.nanoTime();
  private long nextSweep = System.nanoTime() + jittered(SWEEP_EVERY);
  private boolean troubled;

  Pump(Claims claims, WorkerOptions options, ClaimHandler handler) {
    this.claims = claims;
    this.options = options;
    this.ownThreads = options.executor() == null ? threads(options.concurrency()) : null;
    Executor executor = options.executor() == null ? ownThreads : options.executor();
    this.crew =
        new Crew(
            claims,
            handler,
            java.util.Objects.requireNonNull(executor),
            options.concurrency(),
            this::ended);
  }

  void wake() {
    woken = true;
    signal.release();
  }

  void stop(Duration within) {
    stopWithin = within;
    signal.release();
  }

  boolean isIdle() {
    return crew.working() == 0;
  }

  @Override
  public void run() {
    while (stopWithin == null) {
      sendEndings();
      claimMore();
      sweepInTime();
      crew.nudge();
      await(nextPoll);
    }
    windDown(java.util.Objects.requireNonNull(stopWithin));
    if (ownThreads != null) {
      ownThreads.shutdownNow();
    }
  }

  private void ended(Ending ending) {
    endings.add(ending);
    signal.release();
  }

  private void sendEndings() {
    List<Ending> batch = new ArrayList<>();
    for (Ending next = endings.poll(); next != null; next = endings.poll()) {
      batch.add(next);
    }
    if (batch.isEmpty()) {
      return;
    }
    try {
      claims.ends().end(batch);
      inHand.addAndGet(-batch.size());
      troubled = false;
    } catch (RequestFailedException e) {
      endOneByOne(batch, e);
    } catch (HoldfastException e) {
      endings.addAll(batch); // the database is away: what is in hand stays, nothing more is claimed
      trouble("claims could not be ended, tried again", e);
    }
  }

  /** One of them is refused (by a constraint of the table, say): the others are not to suffer. */
  private void endOneByOne(List<Ending> batch, HoldfastException refusal) {
    for (Ending ending : batch) {
      try {
        claims.ends().end(List.of(ending));
      } catch (RequestFailedException e) {
        ClaimEvents.LOG.log(
            Level.ERROR,
            "the table refuses how the "
                + ending.claim()
                + " is to end: the row stays claimed"
                + " until a sweep frees it",
            e);
        claims.ends().abandon(ending.claim());
      } catch (HoldfastException e) {
        endings.add(ending);
        inHand.incrementAndGet();
        trouble("claims could not be ended, tried again", refusal);
      }
      inHand.decrementAndGet();
    }
  }

  private void claimMore() {
    int free = options.inHand() - inHand.get();
    boolean due = nextPoll - System.nanoTime() <= 0 || (woken && !troubled);
    if (!due || free < (options.inHand() + 1) / 2) {
      return;
    }
    woken = false;
    nextPoll = System.nanoTime() + jittered(options.pollInterval().toNanos());
    try {
      List<Claim> batch = claims.claim(Math.min(free, options.batch()));
      inHand.addAndGet(batch.size());
      if (!batch.isEmpty()) {
        woken = true; // there may be more: look again as soon as there is room
        watch(batch.get(0).worker());
        crew.add(batch);
      }
      troubled = false;
    } catch (HoldfastException e) {
      trouble("nothing could be claimed, tried again", e);
    }
  }

  private void watch(Worker worker) {
    if (!worker.equals(watched)) {
      watched = worker;
      worker.lease().onLost(lease -> crew.lost(worker));
    }
  }

  private void sweepInTime() {
    if (nextSweep - System.nanoTime() > 0) {
      return;
    }
    nextSweep = System.nanoTime() + jittered(SWEEP_EVERY);
    try {
      claims.sweep();
    } catch (HoldfastException e) {
      trouble("a sweep failed, tried again", e);
    }
  }

  private void windDown(Duration within) {
    long interruptAt = System.nanoTime() + within.toNanos();
    for (Claim claim : crew.dismiss()) {
      endings.add(Ending.released(claim, claims.table().statuses));
    }
    sendEndings();
    while (crew.working() > 0 && System.nanoTime() - interruptAt < 0) {
      await(interruptAt);
      sendEndings();
    }
    crew.interruptAll();
    long end = System.nanoTime() + AFTER_INTERRUPT;
    while ((inHand.get() > 0) && System.nanoTime() - end < 0) {
      await(end);
      sendEndings();
    }
  }

  /** Until a signal or that time, an hour at most. */
  private void await(long until) {
    long left = Math.min(until - System.nanoTime(), TimeUnit.HOURS.toNanos(1));
    try {
      if (signal.tryAcquire(Math.max(left, 0), TimeUnit.NANOSECONDS)) {
        signal.drainPermits();
      }
    } catch (InterruptedException e) {
      // nobody has a reason to interrupt this thread: it is stopped by stop()
    }
  }

  /** Once a row of troubles, not once a try. */
  private void trouble(String what, HoldfastException e) {
    if (!troubled) {
      ClaimEvents.LOG.log(Level.WARNING, claims.table() + ": " + what, e);
    }
    troubled = true;
  }

  private static long jittered(long nanos) {
    return ThreadLocalRandom.current().nextLong(nanos / 2, nanos * 3 / 2 + 1);
  }

  private static ExecutorService threads(int count) {
    AtomicInteger no = new AtomicInteger();
    return Executors.newFixedThreadPool(
        count,
        task -> {
          Thread thread = new Thread(task, "holdfast-handler-" + no.incrementAndGet());
          thread.setDaemon(true);
          return thread;
        });
  }
}
