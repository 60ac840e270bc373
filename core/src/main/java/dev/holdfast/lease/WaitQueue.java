package dev.holdfast.lease;

import dev.holdfast.lease.Acquisition.Refusal;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Those of this process who wait for one resource, first come first served. The first one asks. */
final class WaitQueue implements Comparable<WaitQueue> {

  final String resource;
  final Set<Acquisition> waiting = new LinkedHashSet<>();

  /** Whether this process has a place in the database's queue, as far as is known. */
  boolean queuedUp;

  /** What the database said last to the one who asks: it answers all who wait behind. */
  volatile @Nullable Refusal lastRefusal;

  private final long id;
  private long nextTry;

  WaitQueue(String resource, long id, long nextTry) {
    this.resource = resource;
    this.id = id;
    this.nextTry = nextTry;
  }

  long nextTry() {
    return nextTry;
  }

  /** Only while it is not in a sorted set. */
  void tryAt(long time) {
    nextTry = time;
  }

  @Override
  public int compareTo(WaitQueue other) {
    int byTime = Long.signum(nextTry - other.nextTry);
    return byTime != 0 ? byTime : Long.compare(id, other.id);
  }

  @Override
  public boolean equals(Object other) {
    return this == other;
  }

  @Override
  public int hashCode() {
    return Long.hashCode(id);
  }
}
