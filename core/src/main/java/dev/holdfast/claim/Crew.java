package dev.holdfast.claim;

import dev.holdfast.HoldfastEvent.HandlerFailed;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * Runs the handler on claims in hand, so many at a time; each says how it should end. A member of
 * the crew goes on with the next claim as long as there is one.
 */
final class Crew {

  private final Claims claims;
  private final ClaimHandler handler;
  private final Executor executor;
  private final int size;
  private final Consumer<Ending> ended;
  private final Queue<Claim> waiting = new ConcurrentLinkedQueue<>();
  private final Set<Shift> working = ConcurrentHashMap.newKeySet();
  private final AtomicInteger members = new AtomicInteger();
  private volatile boolean dismissed;

  Crew(Claims claims, ClaimHandler handler, Executor executor, int size, Consumer<Ending> ended) {
    this.claims = claims;
    this.handler = handler;
    this.executor = executor;
    this.size = size;
    this.ended = ended;
  }

  /** One claim being worked on, by the thread that made this. */
  private static final class Shift {

    final Claim claim;
    private final Thread thread = Thread.currentThread();
    private boolean over;

    Shift(Claim claim) {
      this.claim = claim;
    }

    synchronized void interrupt() {
      if (!over) {
        thread.interrupt();
      }
    }

    /** From now on nobody interrupts the thread on account of this claim. */
    synchronized void end() {
      over = true;
      Thread.interrupted();
    }
  }

  void add(List<Claim> more) {
    waiting.addAll(more);
    enlistMembers();
  }

  int working() {
    return working.size();
  }

  /** The lease is over: who works on its claims is interrupted, the rest is not begun. */
  void lost(Worker worker) {
    working.stream().filter(shift -> shift.claim.worker().equals(worker)).forEach(Shift::interrupt);
  }

  void interruptAll() {
    working.forEach(Shift::interrupt);
  }

  /** Nothing new is begun; answers what was not. */
  List<Claim> dismiss() {
    dismissed = true;
    List<Claim> left = new ArrayList<>();
    for (Claim claim = waiting.poll(); claim != null; claim = waiting.poll()) {
      left.add(claim);
    }
    return left;
  }

  private void enlistMembers() {
    while (!dismissed && !waiting.isEmpty()) {
      int before = members.get();
      if (before >= size) {
        return;
      }
      if (members.compareAndSet(before, before + 1) && !begin()) {
        return;
      }
    }
  }

  private boolean begin() {
    try {
      executor.execute(this::workOn);
      return true;
    } catch (RejectedExecutionException e) {
      members.decrementAndGet();
      ClaimEvents.LOG.log(Level.WARNING, "the executor refused a handler; tried again later", e);
      return false;
    }
  }

  /** Tried again by the worker's loop: an executor may have refused, or a member just left. */
  void nudge() {
    enlistMembers();
  }

  private void workOn() {
    try {
      for (Claim claim = next(); claim != null; claim = next()) {
        ended.accept(handle(claim));
      }
    } finally {
      members.decrementAndGet();
    }
    nudge();
  }

  private @org.jspecify.annotations.Nullable Claim next() {
    return dismissed ? null : waiting.poll();
  }

  private Ending handle(Claim claim) {
    Shift shift = new Shift(claim);
    working.add(shift); // before the look: a loss after it finds whom to interrupt
    try {
      if (!claim.isHeld()) {
        return Ending.released(claim, claims.table().statuses);
      }
      handler.handle(claim);
      return Ending.done(claim, claims.table().statuses);
    } catch (Exception | LinkageError | AssertionError | StackOverflowError e) {
      return failed(claim, e);
    } finally {
      working.remove(shift);
      shift.end();
    }
  }

  private Ending failed(Claim claim, Throwable error) {
    ClaimEvents.LOG.log(Level.WARNING, "the handler failed on the " + claim, error);
    claims
        .service()
        .events()
        .tell(
            new HandlerFailed(
                claims.table().name(), claim.key(), claim.attempt(), error.toString()));
    return Ending.failed(claim, claims.table(), claims.options(), error.toString());
  }
}
