package dev.holdfast.lease;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiConsumer;

/**
 * Looks at the deadlines of held leases with no help of the database: whoever can't renew hears of
 * it before the lease can end there. A thread of its own, since the dispatcher's may be stuck in a
 * call.
 */
final class Watch implements AutoCloseable {

  static final String RAN_OUT = "it ran out and could not be renewed in time";

  private static final long SHORTEST_NAP = TimeUnit.MILLISECONDS.toNanos(2);
  private static final long LONGEST_NAP = TimeUnit.SECONDS.toNanos(60);

  private final HeldLeases held;
  private final BiConsumer<Lease, String> lose;
  private final Thread thread;
  private volatile long nextLook = System.nanoTime() + LONGEST_NAP;
  private volatile boolean closed;

  Watch(HeldLeases held, BiConsumer<Lease, String> lose) {
    this.held = held;
    this.lose = lose;
    this.thread = new Thread(this::run, "holdfast-watch");
    thread.setDaemon(true);
    thread.start();
  }

  /** A lease was added whose deadline may come before the next look. */
  void mind(Lease lease) {
    if (lease.deadline() - nextLook < 0) {
      LockSupport.unpark(thread);
    }
  }

  @Override
  public void close() {
    closed = true;
    LockSupport.unpark(thread);
  }

  private void run() {
    while (!closed) {
      long now = System.nanoTime();
      long next = now + LONGEST_NAP;
      // Announced before looking, so that a lease added meanwhile wakes us again.
      nextLook = next;
      for (Lease lease : held.all()) {
        long deadline = lease.deadline();
        if (deadline - now <= 0) {
          lose.accept(lease, RAN_OUT);
        } else if (deadline - next < 0) {
          next = deadline;
        }
      }
      nextLook = next;
      LockSupport.parkNanos(this, Math.max(next - System.nanoTime(), SHORTEST_NAP));
    }
  }
}
