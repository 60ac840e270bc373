package dev.holdfast.lease;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * What goes to the database together, in one round trip and one transaction; all of one bucket.
 * Every resource is bid for once; who wants several together is alone among the bids.
 */
record Batch(int bucket, List<GiveBack> giveBacks, List<Renewal> renewals, List<Bid> bids) {

  /**
   * A release.
   *
   * @param fence null where a grant was perhaps made and its answer lost
   * @param done hears whether the lease was still ours
   * @param awaited whether somebody waits for that answer; otherwise it may wait a moment for
   *     company
   * @param worthlessAt from then on the lease has ended by itself
   */
  record GiveBack(
      String resource,
      @Nullable Long fence,
      Token token,
      CompletableFuture<Boolean> done,
      boolean awaited,
      long worthlessAt) {}

  /**
   * A new end for a lease.
   *
   * @param asked hears whether it is still ours, where somebody asked for exactly this ttl; null: a
   *     renewal in passing
   */
  record Renewal(Lease lease, Duration ttl, @Nullable CompletableFuture<Boolean> asked) {

    void answer(boolean ours) {
      if (asked != null) {
        asked.complete(ours);
      }
    }
  }

  /**
   * An acquisition's turn to ask.
   *
   * @param queueing the order it keeps among those who wait
   * @param handOver whether this process releases the same resource in the same batch
   * @param followers tries for the same resource: one question answers them all
   */
  record Bid(
      Acquisition acquisition, Queueing queueing, boolean handOver, List<Acquisition> followers) {}

  /** The parts that a batch may have, in their order. */
  enum Part {
    RELEASE,
    RENEW,
    ACQUIRE
  }

  /** As {@code holdfast.acquire_leases} has it. */
  enum Queueing {
    NONE(0),
    MAY_PASS(1),
    KEEPS_ORDER(2);

    final int code;

    Queueing(int code) {
      this.code = code;
    }
  }

  boolean isEmpty() {
    return giveBacks.isEmpty() && renewals.isEmpty() && bids.isEmpty();
  }

  int size() {
    return giveBacks.size() + renewals.size() + bids.size();
  }

  Set<Part> parts() {
    Set<Part> parts = EnumSet.noneOf(Part.class);
    if (!giveBacks.isEmpty()) {
      parts.add(Part.RELEASE);
    }
    if (!renewals.isEmpty()) {
      parts.add(Part.RENEW);
    }
    if (!bids.isEmpty()) {
      parts.add(Part.ACQUIRE);
    }
    return parts;
  }

  /** Releases alone need not wait for the disk. */
  boolean isRelaxed() {
    return renewals.isEmpty() && bids.isEmpty();
  }

  /** Smaller batches with the same operations in the same order. */
  List<Batch> split() {
    List<Batch> parts = new ArrayList<>();
    halves(giveBacks).forEach(half -> parts.add(new Batch(bucket, half, List.of(), List.of())));
    halves(renewals).forEach(half -> parts.add(new Batch(bucket, List.of(), half, List.of())));
    halves(bids).forEach(half -> parts.add(new Batch(bucket, List.of(), List.of(), half)));
    return parts;
  }

  private <E> List<List<E>> halves(List<E> all) {
    if (all.isEmpty()) {
      return List.of();
    }
    if (all.size() == 1 || all.size() < size()) {
      return List.of(all);
    }
    int middle = all.size() / 2;
    return List.of(all.subList(0, middle), all.subList(middle, all.size()));
  }
}
