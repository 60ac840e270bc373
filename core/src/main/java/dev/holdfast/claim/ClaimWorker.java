package dev.holdfast.claim;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A loop that claims rows, runs a handler on each and ends the claims, until it is stopped. Made by
 * {@link Claims#work}; thread-safe. It survives a database that is away and a lost lease: what it
 * had in hand is then somebody else's, and it goes on under a new lease.
 */
public final class ClaimWorker implements AutoCloseable {

  private static final Duration CLOSING = Duration.ofSeconds(30);

  private final Pump pump;
  private final @Nullable WakeUp wakeUp;
  private final CountDownLatch over = new CountDownLatch(1);
  private final Thread thread;

  ClaimWorker(Claims claims, WorkerOptions options, ClaimHandler handler) {
    this.pump = new Pump(claims, options, handler);
    this.wakeUp =
        options.listens()
            ? new WakeUp(claims.service().dataSource(), claims.table().channel(), pump::wake)
            : null;
    this.thread = new Thread(this::run, "holdfast-claims-" + claims.table().name());
    thread.setDaemon(true);
  }

  /** Looks for rows at once instead of at the next poll. */
  public void wake() {
    pump.wake();
  }

  /** Whether it has stopped altogether. */
  public boolean isStopped() {
    return over.getCount() == 0;
  }

  /**
   * Claims nothing more, gives back what no handler has begun, waits so long for handlers at work,
   * then interrupts them, and waits for a second more.
   *
   * @return whether all handlers ended; one that did not can't finish its claim once this process's
   *     lease is gone
   */
  public boolean stop(Duration timeout) {
    if (wakeUp != null) {
      wakeUp.close();
    }
    pump.stop(timeout);
    try {
      return over.await(timeout.plusSeconds(5).toMillis(), TimeUnit.MILLISECONDS) && pump.isIdle();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** {@link #stop} with 30 seconds. */
  @Override
  public void close() {
    stop(CLOSING);
  }

  void start() {
    thread.start();
    if (wakeUp != null) {
      wakeUp.start();
    }
  }

  private void run() {
    try {
      pump.run();
    } finally {
      over.countDown();
    }
  }
}
