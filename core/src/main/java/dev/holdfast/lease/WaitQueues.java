package dev.holdfast.lease;

import dev.holdfast.lease.Acquisition.Refusal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The local queues of one bucket, by resource and by the time of their next try. */
final class WaitQueues {

  /** How often in a row a lease may be handed over inside the process while others wait, */
  private static final int MOST_HAND_OVERS = 8;

  /**
   * or for how long: the way to another process costs about two milliseconds, which leases that are
   * held for less should share among more of them.
   */
  private static final long LONGEST_HAND_OVERS = TimeUnit.MILLISECONDS.toNanos(100);

  /** Hand-overs in a row. */
  private record Row(int count, long since) {}

  private final Map<String, WaitQueue> byResource = new HashMap<>();
  private final TreeSet<WaitQueue> byTime = new TreeSet<>();
  private final List<String> left = new ArrayList<>();
  private final Map<String, Row> handOvers = new HashMap<>();
  private long ids;

  /** At the end of the queue; a new queue asks at once. */
  void add(Acquisition acquisition, long now) {
    WaitQueue queue = byResource.get(acquisition.awaited());
    if (queue == null) {
      queue = new WaitQueue(acquisition.awaited(), ids++, now);
      byResource.put(queue.resource, queue);
      byTime.add(queue);
    }
    queue.waiting.add(acquisition);
    acquisition.standIn(queue);
  }

  @Nullable WaitQueue find(String resource) {
    return byResource.get(resource);
  }

  /** Something may have changed: the first in this queue should ask not later than then. */
  void tryBy(String resource, long time) {
    WaitQueue queue = byResource.get(resource);
    if (queue != null && queue.nextTry() - time > 0) {
      tryAt(queue, time);
    }
  }

  void tryAt(WaitQueue queue, long time) {
    byTime.remove(queue);
    queue.tryAt(time);
    byTime.add(queue);
  }

  /** Takes one out; an empty queue gives up its place in the database's queue too. */
  void remove(WaitQueue queue, Acquisition acquisition) {
    queue.waiting.remove(acquisition);
    if (queue.waiting.isEmpty()) {
      byResource.remove(queue.resource);
      byTime.remove(queue);
      if (queue.queuedUp) {
        left.add(queue.resource);
      }
    }
  }

  /**
   * Takes out who has it now; the others look again in a while, if nothing happens before. True:
   * this process had a place in the database's queue by it.
   */
  boolean leave(Acquisition wish, Refusal refusal, long now) {
    WaitQueue queue = byResource.get(wish.awaited());
    if (queue == null) {
      return wish.refusal != null;
    }
    boolean placed = queue.queuedUp || wish.refusal != null;
    queue.queuedUp = false; // the grant takes the place away
    queue.lastRefusal = refusal;
    remove(queue, wish);
    if (!queue.waiting.isEmpty()) {
      tryAt(queue, now + BidSettler.jittered(BidSettler.POLL_WITH_PUSH));
    }
    return placed;
  }

  /** Whether a lease of this process may go to the next one here, past other processes. */
  boolean mayHandOver(String resource, long now) {
    Row row = handOvers.get(resource);
    return row == null || row.count() < MOST_HAND_OVERS || now - row.since() < LONGEST_HAND_OVERS;
  }

  /** The count outlives the queue: two who take turns leave it empty each time. */
  void granted(String resource, boolean handOver, long now) {
    if (handOver) {
      handOvers.compute(
          resource,
          (r, row) -> row == null ? new Row(1, now) : new Row(row.count() + 1, row.since()));
    } else {
      handOvers.remove(resource);
    }
  }

  /** Released, and nobody here wants it, or nobody elsewhere was passed: counting begins anew. */
  void endHandOvers(String resource) {
    handOvers.remove(resource);
  }

  /** Nobody stands in this process's place in the database's queue, unless somebody came since. */
  void leavePlace(String resource) {
    left.add(resource);
  }

  /** The queues whose time has come. */
  List<WaitQueue> due(long now) {
    List<WaitQueue> due = new ArrayList<>();
    for (WaitQueue queue : byTime) {
      if (queue.nextTry() - now > 0) {
        break;
      }
      due.add(queue);
    }
    return due;
  }

  /** When the next queue is due; null: none. */
  @Nullable Long nextTime() {
    return byTime.isEmpty() ? null : byTime.first().nextTry();
  }

  /** Whether there is something to {@link #takeLeft}. */
  boolean hasLeft() {
    return !left.isEmpty();
  }

  /** The queues that this process left, to be told to the database once. */
  List<String> takeLeft() {
    if (left.isEmpty()) {
      return List.of();
    }
    List<String> taken =
        left.stream().filter(resource -> !byResource.containsKey(resource)).toList();
    left.clear();
    return taken;
  }

  List<Acquisition> all() {
    return byResource.values().stream().flatMap(queue -> queue.waiting.stream()).toList();
  }

  List<String> resources() {
    return List.copyOf(byResource.keySet());
  }
}
