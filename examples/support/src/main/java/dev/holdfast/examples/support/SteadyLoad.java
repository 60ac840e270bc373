package dev.holdfast.examples.support;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Callers who each do the same again and again with a pause in between, until closed. What goes
 * wrong is logged and counted, and the caller goes on: load outlives a restart of what it loads.
 */
public final class SteadyLoad implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(SteadyLoad.class);
  private static final int CLOSING_SECONDS = 10;

  private final ScheduledExecutorService callers;
  private final AtomicLong rounds = new AtomicLong();
  private final AtomicLong failures = new AtomicLong();

  private SteadyLoad(int callers) {
    this.callers =
        Executors.newScheduledThreadPool(
            callers,
            work -> {
              Thread thread = new Thread(work, "example-load");
              thread.setDaemon(true);
              return thread;
            });
  }

  /** One round of one caller; {@code caller} counts from 0. */
  @FunctionalInterface
  public interface Round {
    void run(int caller) throws IOException, InterruptedException;
  }

  /** Starts so many callers, each with this pause between two rounds. */
  public static SteadyLoad start(int callers, Duration pause, Round round) {
    SteadyLoad load = new SteadyLoad(callers);
    for (int i = 0; i < callers; i++) {
      int caller = i;
      long offset = pause.toMillis() * i / callers;
      load.callers.scheduleWithFixedDelay(
          () -> load.once(round, caller), offset, pause.toMillis(), TimeUnit.MILLISECONDS);
    }
    return load;
  }

  private void once(Round round, int caller) {
    try {
      round.run(caller);
      rounds.incrementAndGet();
    } catch (InterruptedException closed) {
      Thread.currentThread().interrupt();
    } catch (IOException | RuntimeException e) {
      if (!callers.isShutdown()) {
        failures.incrementAndGet();
        LOG.warn("a round of load failed; the next one follows", e);
      }
    }
  }

  /** How many rounds have ended well. */
  public long rounds() {
    return rounds.get();
  }

  /** How many rounds have failed. */
  public long failures() {
    return failures.get();
  }

  /** Stops the callers and waits for those in the middle of a round. */
  @Override
  public void close() {
    callers.shutdownNow();
    try {
      if (!callers.awaitTermination(CLOSING_SECONDS, TimeUnit.SECONDS)) {
        LOG.warn("the load has not ended within {} s", CLOSING_SECONDS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
