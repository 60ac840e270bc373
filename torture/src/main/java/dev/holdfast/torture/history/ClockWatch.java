package dev.holdfast.torture.history;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Looks all the time whether the machine's clock is set, and writes it into the history: a virtual
 * machine that was stopped for a snapshot goes on with a clock that is ahead, and leases end by it.
 */
public final class ClockWatch implements AutoCloseable {

  private static final Duration NAP = Duration.ofMillis(20);
  private static final long MOST_MILLIS = 10;
  private static final long LONGEST_LOOK = Duration.ofMillis(1).toNanos();
  private static final int TRIES = 100;
  private static final long MILLI = 1_000_000;

  private final LongSupplier nanoTime;
  private final LongSupplier millis;
  private final Consumer<String> progress;
  private final Recorder recorder;
  private Look last;
  private volatile boolean ended;

  /** By how much the clock is ahead of the one that can't be set, in milliseconds, and when. */
  private record Look(long from, long until, long ahead) {}

  ClockWatch(
      LongSupplier nanoTime, LongSupplier millis, Recorder recorder, Consumer<String> progress) {
    this.nanoTime = nanoTime;
    this.millis = millis;
    this.recorder = recorder;
    this.progress = progress;
    this.last = look();
  }

  public static ClockWatch start(Recorder recorder, Consumer<String> progress) {
    ClockWatch watch =
        new ClockWatch(System::nanoTime, System::currentTimeMillis, recorder, progress);
    Thread thread = new Thread(watch::run, "clock-watch");
    thread.setDaemon(true);
    thread.start();
    return watch;
  }

  /** Compares with the last look. */
  synchronized void compare() {
    if (ended) {
      return; // the history is closed
    }
    Look now = look();
    long jumped = now.ahead() - last.ahead();
    if (Math.abs(jumped) > MOST_MILLIS) {
      recorder.jump("machine@" + last.from(), last.from(), now.until(), jumped);
      progress.accept(
          "the clock of this machine jumped by %d ms: leases that ran then are judged up to there"
              .formatted(jumped));
    }
    last = now;
  }

  /** A last look, so that nothing is missed. */
  @Override
  public synchronized void close() {
    compare();
    ended = true;
  }

  private void run() {
    while (!ended) {
      LockSupport.parkNanos(NAP.toNanos());
      compare();
    }
  }

  /** Both clocks at once: again if the thread was put aside in between. */
  private Look look() {
    for (int i = 1; ; i++) {
      long from = nanoTime.getAsLong();
      long ahead = millis.getAsLong() - from / MILLI;
      long until = nanoTime.getAsLong();
      if (until - from <= LONGEST_LOOK || i == TRIES) {
        return new Look(from, until, ahead);
      }
    }
  }
}
