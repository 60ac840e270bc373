package dev.holdfast.lease;

import java.util.LinkedHashSet;
import java.util.Set;

/** Those of this process who wait for one resource, first come first served. The first one asks. */
final class WaitQueue implements Comparable<WaitQueue> {

  /** How often in a row a lease may be handed over inside the process while others wait. */
  static final int MOST_HAND_OVERS = 8;

  final String resource;
  final Set<Acquisition> waiting = new LinkedHashSet<>();
  int handOvers;

  /** Whether this process has a place in the database's queue, as far as is known. */
  boolean queuedUp;

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
