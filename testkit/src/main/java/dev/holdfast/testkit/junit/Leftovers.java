package dev.holdfast.testkit.junit;

import dev.holdfast.Holdfast;
import dev.holdfast.lease.LeaseInfo;
import dev.holdfast.lease.LeaseQuery;
import dev.holdfast.lease.LeaseState;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** What a test should have closed: leases still held, threads still running. */
final class Leftovers {
  private static final String OURS = "holdfast-";
  // A thread that was told to end may take a moment to do so.
  private static final Duration GRACE = Duration.ofSeconds(2);

  private final Set<Thread> before = Thread.getAllStackTraces().keySet();

  /** Leases that are held. One that was just closed is given back in the background. */
  static List<String> leases(Holdfast holdfast) {
    LeaseQuery held = LeaseQuery.all().withState(LeaseState.HELD);
    long giveUpAt = System.nanoTime() + GRACE.toNanos();
    List<LeaseInfo> found = holdfast.leases().list(held);
    while (!found.isEmpty() && System.nanoTime() - giveUpAt < 0) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
      found = holdfast.leases().list(held);
    }
    return found.stream().map(Leftovers::tell).toList();
  }

  private static String tell(LeaseInfo lease) {
    String holder = lease.tenure() == null ? "" : " by " + lease.tenure().holder();
    return "%s is still held%s (fence %d): close the lease"
        .formatted(lease.resource(), holder, lease.fence());
  }

  /** Threads of Holdfast and its test kit that began after this object was made, and go on. */
  List<String> threads() {
    long giveUpAt = System.nanoTime() + GRACE.toNanos();
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith(OURS) && !before.contains(thread))
        .filter(thread -> outlives(thread, giveUpAt))
        .map(thread -> "the thread " + thread.getName() + " still runs: close what started it")
        .toList();
  }

  private static boolean outlives(Thread thread, long giveUpAt) {
    try {
      long millis = TimeUnit.NANOSECONDS.toMillis(giveUpAt - System.nanoTime());
      thread.join(Math.max(1, millis));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return thread.isAlive();
  }
}
