package dev.holdfast.server.child;

import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Watches a command and the time that its lease has left, and ends the command before the lease.
 *
 * <p>One thread decides ({@link #run}); signals, the loss of the lease and the command's exit come
 * to it as events. {@link #leaseLost} and signals may come from any thread.
 */
public final class Supervisor {
  private static final String WAKE_UP = "";
  private static final int EVENTS = 64;
  private static final Duration LONGEST_LOOK = Duration.ofSeconds(1);

  private final BlockingQueue<String> events = new ArrayBlockingQueue<>(EVENTS);
  private final Supplier<Duration> left;
  private final Duration margin;
  private final Consumer<String> say;
  private volatile boolean lost;
  private long guardedUntil;
  private boolean guardianGone;

  /** How the command ended: its own exit code, or because the lease was lost. */
  public record Outcome(int exitCode, boolean lost) {}

  /**
   * @param left how long the lease is certainly ours, from now
   * @param margin the command is ended when no more than this is left
   * @param say takes a line for the user
   */
  public Supervisor(Supplier<Duration> left, Duration margin, Consumer<String> say) {
    this.left = left;
    this.margin = margin;
    this.say = say;
  }

  /** The part of the margin that is kept for the guardian. */
  public static Duration guardianGrace(Duration margin) {
    return margin.dividedBy(2);
  }

  public void leaseLost() {
    lost = true;
    events.offer(WAKE_UP);
  }

  /** From now on signals go to the command; this JVM does not end by them. */
  public void catchSignals() {
    Signals.onEach(events::offer);
  }

  /** Returns when nothing of the command runs any more. */
  public Outcome run(Child child, @Nullable Guardian guardian) throws InterruptedException {
    child.onExit(() -> events.offer(WAKE_UP));
    try {
      return watch(child, guardian);
    } catch (InterruptedException | RuntimeException e) {
      warnOf(child.end(Duration.ZERO)); // nothing may run that nobody watches
      throw e;
    }
  }

  private Outcome watch(Child child, @Nullable Guardian guardian) throws InterruptedException {
    while (child.isAlive()) {
      Duration now = left.get();
      if (lost || now.compareTo(margin) <= 0) {
        return end(child, now);
      }
      renewGuard(guardian, now);
      // What matters is looked at in each turn: an event that found the queue full costs a second.
      String signal = events.poll(untilNextLook(now).toNanos(), TimeUnit.NANOSECONDS);
      if (signal != null && !signal.equals(WAKE_UP)) {
        forward(child, signal);
      }
    }
    return exited(child);
  }

  private void forward(Child child, String signal) throws InterruptedException {
    try {
      child.forward(signal);
    } catch (IOException e) {
      say.accept("could not pass " + signal + " on to the command: " + e.getMessage());
    }
  }

  private Duration untilNextLook(Duration now) {
    Duration toMargin = now.minus(margin);
    return toMargin.compareTo(LONGEST_LOOK) < 0 ? toMargin : LONGEST_LOOK;
  }

  /** Only a renewal is worth a line: it moves the deadline. */
  private void renewGuard(@Nullable Guardian guardian, Duration now) {
    Duration guarded = now.minus(guardianGrace(margin));
    long until = System.nanoTime() + guarded.toNanos();
    boolean moved = guardedUntil == 0 || until - guardedUntil > margin.toNanos() / 4;
    if (guardian == null || guardianGone || !moved) {
      return;
    }
    try {
      guardian.left(guarded);
      guardedUntil = until;
    } catch (IOException gone) {
      guardianGone = true;
      say.accept("the guardian process is gone: if holdfast is killed now, the command runs on");
    }
  }

  private Outcome exited(Child child) throws InterruptedException {
    Set<Long> behind = child.running();
    if (!behind.isEmpty()) {
      say.accept("ending " + behind.size() + " process(es) that the command left behind");
      warnOf(child.end(grace(left.get())));
    }
    // The guardian ends the command when this JVM was paused: that is a lost lease too.
    boolean late = lost || left.get().compareTo(margin) <= 0;
    return new Outcome(child.exitCode(), late);
  }

  private Outcome end(Child child, Duration now) throws InterruptedException {
    Set<Long> survivors = child.end(grace(now));
    warnOf(survivors);
    return new Outcome(survivors.isEmpty() ? child.exitCode() : -1, true);
  }

  /** The time for TERM: half of what is left of the margin, so that KILL still fits into it. */
  private Duration grace(Duration now) {
    Duration most = now.compareTo(margin) < 0 ? now : margin;
    return most.isNegative() ? Duration.ZERO : most.dividedBy(2);
  }

  private void warnOf(Set<Long> survivors) {
    if (!survivors.isEmpty()) {
      say.accept("could not end the processes " + survivors + ": end them by hand");
    }
  }
}
