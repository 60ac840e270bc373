package dev.holdfast.lease;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * What goes to the database together, in one round trip and one transaction; all of one bucket.
 * Every resource is bid for once; who wants several together is alone among the bids.
 *
 * @param passes so many of the first releases are of what as many of the first bids want: each of
 *     these leases is passed on in one step
 */
record Batch(
    int bucket,
    int passes,
    List<Succession> successions,
    List<GiveBack> giveBacks,
    List<Renewal> renewals,
    List<Bid> bids) {

  /** Nothing is passed on. */
  Batch(int bucket, List<GiveBack> giveBacks, List<Renewal> renewals, List<Bid> bids) {
    this(bucket, 0, List.of(), giveBacks, renewals, bids);
  }

  /**
   * A release.
   *
   * @param fence null where a grant was perhaps made and its answer lost
   * @param done hears what the database said: released, or that it was not ours any more
   * @param awaited whether somebody waits for that answer; otherwise it may wait a moment for
   *     company
   * @param worthlessAt from then on the lease has ended by itself
   * @param lease the one that was kept here; null: a client elsewhere has it, or nobody does
   */
  record GiveBack(
      String resource,
      @Nullable Long fence,
      Token token,
      CompletableFuture<Answer> done,
      boolean awaited,
      long worthlessAt,
      @Nullable Lease lease) {

    /** Of what is not kept here. */
    GiveBack(
        String resource,
        @Nullable Long fence,
        Token token,
        CompletableFuture<Answer> done,
        boolean awaited,
        long worthlessAt) {
      this(resource, fence, token, done, awaited, worthlessAt, null);
    }

    /** The same, of a lease that ends then. */
    GiveBack until(long end) {
      return new GiveBack(resource, fence, token, done, awaited, end, lease);
    }

    static GiveBack of(Lease lease, boolean awaited) {
      return new GiveBack(
          lease.resource(),
          lease.fence(),
          lease.token(),
          new CompletableFuture<>(),
          awaited,
          lease.sentAt() + lease.ttl().toNanos(),
          lease);
    }
  }

  /**
   * A new end for a lease.
   *
   * @param lease the one that is kept here; null: a client elsewhere has it
   * @param asked hears what the database said, where somebody asked for exactly this ttl; null: a
   *     renewal in passing
   */
  record Renewal(
      Proof proof, Duration ttl, @Nullable Lease lease, @Nullable CompletableFuture<Answer> asked) {

    /** In passing. */
    static Renewal of(Lease lease) {
      return new Renewal(Proof.of(lease), lease.ttl(), lease, null);
    }

    /** In passing: with the ttl that the lease has by now, somebody may have asked for another. */
    Renewal asOfNow() {
      return asked == null && lease != null ? of(lease) : this;
    }

    void answer(Answer answer) {
      if (asked != null) {
        asked.complete(answer);
      }
    }

    /** Whether nobody wants to hear of it any more. */
    boolean isOver() {
      return asked != null && asked.isDone();
    }
  }

  /** A grant, and the proof that it is ours. */
  record Proof(String resource, long fence, Token token) {

    static Proof of(Lease lease) {
      return new Proof(lease.resource(), lease.fence(), lease.token());
    }
  }

  /**
   * An acquisition's turn to ask.
   *
   * @param queueing the order it keeps among those who wait
   * @param handOver whether this process releases the same resource in the same batch
   * @param placed whether this process stands in the database's queue, to be taken out by a grant
   * @param seen whether another was seen to have it, and may still
   * @param followers tries for the same resource: one question answers them all
   */
  record Bid(
      Acquisition acquisition,
      Queueing queueing,
      boolean handOver,
      boolean placed,
      boolean seen,
      List<Acquisition> followers) {

    /** Whether it may get what is released with it: alone for one resource, past who waits. */
    boolean mayPass() {
      return !acquisition.isAlone() && queueing != Queueing.KEEPS_ORDER;
    }
  }

  /** The parts that a batch may have, in their order. */
  enum Part {
    SUCCEED,
    PASS,
    RELEASE,
    RENEW,
    ACQUIRE,
    /** Instead of ACQUIRE, for one resource that is most likely refused. */
    LOOK
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
    return size() == 0;
  }

  int size() {
    return successions.size() + giveBacks.size() + renewals.size() + bids.size();
  }

  /** Leases that went from one caller here to the next before. */
  int handOvers() {
    return successions.stream().mapToInt(Succession::steps).sum();
  }

  Set<Part> parts() {
    Set<Part> parts = EnumSet.noneOf(Part.class);
    if (!successions.isEmpty()) {
      parts.add(Part.SUCCEED);
    }
    if (passes > 0) {
      parts.add(Part.PASS);
    }
    if (giveBacks.size() > passes) {
      parts.add(Part.RELEASE);
    }
    if (!renewals.isEmpty()) {
      parts.add(Part.RENEW);
    }
    if (bids.size() > passes) {
      parts.add(bids.size() == 1 && bids.get(0).seen() ? Part.LOOK : Part.ACQUIRE);
    }
    return parts;
  }

  /** The same operations, with those first that pass a lease on. */
  Batch paired() {
    if (giveBacks.isEmpty() || bids.isEmpty()) {
      return this;
    }
    Map<String, GiveBack> released = new HashMap<>();
    giveBacks.forEach(giveBack -> released.merge(giveBack.resource(), giveBack, Batch::neither));
    Set<GiveBack> from = new LinkedHashSet<>();
    List<Bid> to = new ArrayList<>();
    List<Bid> others = new ArrayList<>();
    for (Bid bid : bids) {
      GiveBack giveBack = released.get(bid.acquisition().firstResource());
      boolean passed = giveBack != null && giveBack.fence() != null && bid.mayPass();
      if (passed) {
        from.add(giveBack);
      }
      (passed ? to : others).add(bid);
    }
    int passed = to.size();
    List<GiveBack> ordered = new ArrayList<>(from);
    giveBacks.stream().filter(giveBack -> !from.contains(giveBack)).forEach(ordered::add);
    to.addAll(others);
    return new Batch(bucket, passed, successions, ordered, renewals, to);
  }

  /** Two releases of one resource: at most one of them has it, and it is not known which. */
  private static GiveBack neither(GiveBack one, GiveBack other) {
    return new GiveBack(
        one.resource(), null, one.token(), one.done(), one.awaited(), one.worthlessAt());
  }

  /** Releases alone need not wait for the disk. */
  boolean isRelaxed() {
    return successions.isEmpty() && renewals.isEmpty() && bids.isEmpty();
  }

  /** Smaller batches with the same operations in the same order. */
  List<Batch> split() {
    List<Batch> parts = new ArrayList<>();
    halves(successions)
        .forEach(half -> parts.add(new Batch(bucket, 0, half, List.of(), List.of(), List.of())));
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
