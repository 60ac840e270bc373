package dev.holdfast.bench.measure;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * A virtual machine shares its processors: they are taken from it for moments, and whoever is
 * measured then looks slow. The kernel tells how much was taken. What lost more than a twentieth is
 * measured again a little later, whoever it is and whatever came out, a few times at most; the
 * least disturbed measurement counts.
 */
public final class Calm {

  private static final double MOST = 0.05;
  private static final int TRIES = 4;

  /** Storms last for seconds, some for minutes: those are not waited for all day. */
  private static final AtomicLong SECONDS_LEFT = new AtomicLong(TimeUnit.MINUTES.toSeconds(20));

  private Calm() {}

  /** Something that can be measured again. */
  @FunctionalInterface
  public interface Measurement<T> {
    T once() throws Exception;
  }

  /** In a short run once: its times are a hint. */
  public static <T> T of(Options options, Measurement<T> measurement) throws Exception {
    return options.isShort() ? measurement.once() : of(measurement, Ticks::now, Calm::pause);
  }

  /** How long to wait before a measurement is made again, in seconds. */
  @FunctionalInterface
  interface Pause {
    void wait(int seconds) throws InterruptedException;
  }

  private static void pause(int seconds) throws InterruptedException {
    if (SECONDS_LEFT.addAndGet(-seconds) >= 0) {
      TimeUnit.SECONDS.sleep(seconds);
    }
  }

  static <T> T of(Measurement<T> measurement, Supplier<Ticks> clock, Pause pause) throws Exception {
    Ticks before = clock.get();
    T best = measurement.once();
    double least = clock.get().stolenSince(before);
    for (int i = 1; i < TRIES && least > MOST; i++) {
      pause.wait(1 << i);
      before = clock.get();
      T next = measurement.once();
      double stolen = clock.get().stolenSince(before);
      if (stolen < least) {
        best = next;
        least = stolen;
      }
    }
    return best;
  }
}
