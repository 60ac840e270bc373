package dev.holdfast.lease;

import dev.holdfast.lease.Acquisition.Refusal;
import dev.holdfast.lease.Batch.Bid;
import dev.holdfast.lease.Batch.GiveBack;
import dev.holdfast.lease.Batch.Queueing;
import dev.holdfast.lease.Batch.Renewal;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What is pending for one bucket, and what of it goes into the next batch. Only who has the state
 * of the dispatcher touches it.
 */
final class Lane {

  private static final int MOST_GIVE_BACKS = 4_000;
  private static final int FEW_GIVE_BACKS = 16;
  private static final int MOST_BIDS = 1_000;

  /** A straggler's release is not worth that more acquisitions wait for it. */
  private static final int MOST_ASKING_A_RELEASE = 8;

  private static final long COMPANY_NAP = TimeUnit.MICROSECONDS.toNanos(100);

  final int bucket;
  final WaitQueues queues = new WaitQueues();
  final Sightings sightings = new Sightings();
  final Successions successions = new Successions();
  private final Deque<GiveBack> giveBacks = new ArrayDeque<>();
  private final List<Renewal> renewals = new ArrayList<>();
  private final Deque<Acquisition> tries = new ArrayDeque<>();
  private final Deque<Object> resting = new ArrayDeque<>();
  private long restUntil;

  /**
   * Until then releases that nobody waits for wait for company: an acquisition often follows at
   * once, and then both are one round trip and one commit.
   */
  private long companyUntil;

  private boolean giveBacksAwaited;

  /** Every other batch, who must be alone goes before the others. */
  private boolean lonersTurn;

  /** Whether the last batch were releases that went before acquisitions. */
  private boolean releasesWentFirst;

  Lane(int bucket) {
    this.bucket = bucket;
  }

  void add(GiveBack giveBack, long now) {
    if (successions.keep(giveBack, now)) {
      return;
    }
    addAgain(giveBack, now);
  }

  /** One that was sent before: it may be free already, and is nobody's to be handed over. */
  void addAgain(GiveBack giveBack, long now) {
    if (giveBacks.isEmpty()) {
      companyUntil = now + COMPANY_NAP;
      giveBacksAwaited = false;
    }
    giveBacks.add(giveBack);
    giveBacksAwaited |= giveBack.awaited();
    queues.tryBy(giveBack.resource(), now);
  }

  void add(Renewal renewal) {
    renewals.add(renewal);
  }

  void add(Acquisition acquisition, long now) {
    if (acquisition.waits) {
      queues.add(acquisition, now);
    } else if (!successions.keep(acquisition)) {
      tries.add(acquisition);
    }
  }

  /** The record of this resource was made, or is given up: who waited for it asks now. */
  void recorded(String resource) {
    tries.addAll(successions.takeAfter(resource));
  }

  /** Found its row locked: comes back a moment later. */
  void rest(Object operation, long until) {
    if (resting.isEmpty()) {
      restUntil = until; // of the first: newcomers must not put it off
    }
    resting.add(operation);
  }

  /** All that is pending, within limits. */
  Batch next(long now) {
    wakeRested(now);
    List<GiveBack> releasing = take(giveBacks, MOST_GIVE_BACKS);
    releasing.forEach(this::goesToDatabase);
    Set<String> freed = new HashSet<>();
    releasing.forEach(giveBack -> freed.add(giveBack.resource()));
    releasesWentFirst = !releasesWentFirst && releasesGoFirst(freed, now);
    if (releasesWentFirst) {
      freed.forEach(queues::endHandOvers);
      return new Batch(bucket, releasing, List.of(), List.of());
    }
    List<Renewal> renewing = takeRenewals();
    List<Bid> bids = bids(now, freed);
    bids.forEach(bid -> freed.removeAll(bid.acquisition().resources));
    freed.forEach(queues::endHandOvers);
    bids.forEach(bid -> bid.acquisition().atDatabase = true);
    return new Batch(bucket, 0, successions.take(now), releasing, renewing, bids).paired();
  }

  private void goesToDatabase(GiveBack giveBack) {
    successions.forget(giveBack);
    Long fence = giveBack.fence();
    if (fence != null) {
      successions.transferable.isGone(giveBack.resource(), fence);
    }
  }

  /**
   * Releases that callers wait for go before acquisitions of other resources, by themselves: they
   * need not wait for the disk then, and who is told may ask again in time for the acquisitions. So
   * callers that take and release fall in step, and every other batch costs no durable commit. An
   * acquisition waits for that once.
   */
  private boolean releasesGoFirst(Set<String> freed, long now) {
    if (!giveBacksAwaited || freed.isEmpty() || !renewals.isEmpty()) {
      return false;
    }
    List<WaitQueue> due = queues.due(now);
    int asking = tries.size() + due.size();
    return asking > 0
        && asking <= freed.size() * MOST_ASKING_A_RELEASE
        && tries.stream().noneMatch(wish -> freed.contains(wish.firstResource()))
        && due.stream().noneMatch(queue -> freed.contains(queue.resource));
  }

  /**
   * One a grant: two of one row in one statement would get one answer, and who asked might wait in
   * vain for the other. What somebody asked for goes before a renewal in passing.
   */
  private List<Renewal> takeRenewals() {
    if (renewals.isEmpty()) {
      return List.of();
    }
    Map<List<Object>, Renewal> chosen = new LinkedHashMap<>();
    List<Renewal> later = new ArrayList<>();
    for (Renewal renewal : renewals) {
      Batch.Proof proof = renewal.proof();
      // with the token: a forged request must not take the place of the holder's own
      List<Object> grant = List.of(proof.resource(), proof.fence(), proof.token().value());
      Renewal there = chosen.putIfAbsent(grant, renewal);
      if (there == null || renewal.asked() == null) {
        continue;
      }
      if (there.asked() == null) {
        chosen.put(grant, renewal);
      } else {
        later.add(renewal);
      }
    }
    renewals.clear();
    renewals.addAll(later);
    return chosen.values().stream().map(Renewal::asOfNow).toList();
  }

  /** Whether nothing at all is pending, neither now nor later. */
  boolean isEmpty() {
    return !hasWork() && resting.isEmpty() && queues.nextTime() == null && successions.isEmpty();
  }

  /** Whether something could be sent right now. */
  boolean isReady(long now) {
    Long time = nextTime(now);
    return time != null && time - now <= 0;
  }

  /** When there is something to send; null: nothing is pending. */
  @Nullable Long nextTime(long now) {
    Long next = queues.nextTime();
    if (!resting.isEmpty()) {
      next = earlier(next, restUntil);
    }
    if (hasCompany()) {
      return now;
    }
    Long recording = successions.nextTime();
    next = recording == null ? next : earlier(next, recording);
    return giveBacks.isEmpty() ? next : earlier(next, companyUntil);
  }

  /** A few releases that nobody waits for had better go with the acquisition that follows. */
  private boolean hasCompany() {
    return !renewals.isEmpty()
        || !tries.isEmpty()
        || giveBacks.size() > FEW_GIVE_BACKS
        || (giveBacksAwaited && !giveBacks.isEmpty());
  }

  private static Long earlier(@Nullable Long one, long other) {
    return one == null || one - other > 0 ? Long.valueOf(other) : one;
  }

  /**
   * Nobody wants it any more. If its answer was lost it may have been granted: it is given back, by
   * its token. Not by one that an earlier request may have had: what has it may be in use.
   */
  void drop(Acquisition wish, long now) {
    boolean perhapsGranted = wish.unsettled;
    wish.unsettled = false;
    if (!perhapsGranted || wish.caller.chosen()) {
      return;
    }
    long worthlessAt = now + wish.options.ttl().toNanos();
    for (int i = 0; i < wish.resources.size(); i++) {
      String resource = wish.resources.get(i);
      Token token = wish.tokens.get(i);
      add(new GiveBack(resource, null, token, new CompletableFuture<>(), false, worthlessAt), now);
    }
  }

  /** Everybody who hopes for a lease here. */
  List<Acquisition> acquisitions() {
    List<Acquisition> all = new ArrayList<>(tries);
    all.addAll(queues.all());
    all.addAll(successions.allAfter());
    resting.stream().filter(Acquisition.class::isInstance).forEach(o -> all.add((Acquisition) o));
    return all;
  }

  private boolean hasWork() {
    return !giveBacks.isEmpty() || !renewals.isEmpty() || !tries.isEmpty();
  }

  private void wakeRested(long now) {
    if (restUntil - now > 0) {
      return;
    }
    for (Object operation = resting.poll(); operation != null; operation = resting.poll()) {
      if (operation instanceof GiveBack giveBack) {
        giveBacks.add(giveBack);
        giveBacksAwaited = true;
      } else if (operation instanceof Acquisition acquisition) {
        tries.add(acquisition);
      }
    }
  }

  /** Everybody whose turn it is; or, every other time, one of those who must be alone. */
  private List<Bid> bids(long now, Set<String> freed) {
    List<Bid> loners = new ArrayList<>();
    Map<String, Bid> others = new LinkedHashMap<>();
    bidForQueues(now, freed, loners, others);
    bidForTries(now, loners, others);
    boolean alone = !loners.isEmpty() && (lonersTurn || others.isEmpty());
    lonersTurn = !alone;
    List<Bid> all = new ArrayList<>(others.values());
    List<Bid> chosen =
        alone ? loners.subList(0, 1) : all.subList(0, Math.min(all.size(), MOST_BIDS));
    List<Bid> rest = new ArrayList<>(alone ? all : all.subList(chosen.size(), all.size()));
    rest.addAll(loners.subList(alone ? 1 : 0, loners.size()));
    for (Bid bid : rest) {
      if (!bid.acquisition().waits) {
        tries.add(bid.acquisition()); // who waits is in its queue still
      }
      tries.addAll(bid.followers());
    }
    return chosen;
  }

  private void bidForQueues(
      long now, Set<String> freed, List<Bid> loners, Map<String, Bid> others) {
    for (WaitQueue queue : queues.due(now)) {
      Acquisition first = firstAlive(queue, now);
      if (first == null) {
        continue;
      }
      boolean handOver = freed.contains(queue.resource);
      if (handOver && !queues.mayHandOver(queue.resource, now)) {
        // Another process is next. A release by itself tells it soonest; we ask in the next batch.
        continue;
      }
      Queueing queueing = handOver ? Queueing.MAY_PASS : Queueing.KEEPS_ORDER;
      // Who asked before may have left, and its place with it to who asks now.
      boolean placed = queue.queuedUp || first.refusal != null;
      put(new Bid(first, queueing, handOver, placed, false, new ArrayList<>()), loners, others);
    }
  }

  /** One question answers all tries for one resource. */
  private void bidForTries(long now, List<Bid> loners, Map<String, Bid> others) {
    for (Acquisition wish = tries.poll(); wish != null; wish = tries.poll()) {
      Bid same = others.get(wish.firstResource());
      if (wish.isOver()) {
        drop(wish, now);
      } else if (same != null && !wish.isAlone()) {
        same.followers().add(wish);
      } else if (!successions.keep(wish)) {
        boolean seen = !wish.isAlone() && sightings.has(wish.firstResource(), now);
        put(new Bid(wish, Queueing.NONE, false, false, seen, new ArrayList<>()), loners, others);
      }
    }
  }

  private static void put(Bid bid, List<Bid> loners, Map<String, Bid> others) {
    if (bid.acquisition().isAlone()) {
      loners.add(bid);
    } else {
      others.put(bid.acquisition().firstResource(), bid);
    }
  }

  /** Who is next here for what is given back; null: nobody, or it has to ask the database. */
  @Nullable Acquisition nextHere(String resource, long now) {
    WaitQueue queue = queues.find(resource);
    Acquisition next = queue == null ? null : firstAlive(queue, now);
    next = next == null ? successions.firstAfter(resource) : next;
    for (Iterator<Acquisition> all = tries.iterator(); next == null && all.hasNext(); ) {
      Acquisition wish = all.next();
      next = wish.firstResource().equals(resource) && !wish.isOver() ? wish : null;
    }
    return next != null && next.mayInherit() ? next : null;
  }

  /**
   * It has it now. True: whoever sends has to be told.
   *
   * @param refusal what those hear who go on waiting
   */
  boolean handedOver(Succession.HandOver handOver, Acquisition wish, Refusal refusal) {
    GiveBack from = handOver.from();
    if (successions.isHeritable(from)) {
      giveBacks.remove(from);
      successions.forget(from);
      recorded(from.resource());
    }
    boolean placed = false;
    if (wish.waits) {
      placed = queues.leave(wish, refusal, handOver.at());
    } else {
      tries.remove(wish);
    }
    queues.granted(from.resource(), true, handOver.at());
    boolean soon = !queues.mayHandOver(from.resource(), handOver.at() + Successions.NAP);
    return successions.add(handOver, placed, soon);
  }

  private @Nullable Acquisition firstAlive(WaitQueue queue, long now) {
    while (!queue.waiting.isEmpty()) {
      Acquisition first = queue.waiting.iterator().next();
      if (!first.isOver()) {
        return first;
      }
      queues.remove(queue, first);
      drop(first, now);
    }
    return null;
  }

  private static <E> List<E> take(Deque<E> from, int most) {
    List<E> taken = new ArrayList<>(Math.min(from.size(), most));
    for (E next = from.poll(); next != null; next = from.poll()) {
      taken.add(next);
      if (taken.size() == most) {
        break;
      }
    }
    return taken;
  }
}
