package dev.holdfast.lease;

import dev.holdfast.ClosedException;
import dev.holdfast.HoldfastEvent.LeaseGranted;
import dev.holdfast.lease.Batch.GiveBack;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Gives leases from one caller of this process to the next without asking the database, and lets it
 * be recorded afterwards.
 *
 * <p>That is safe because of what the database was asked before. The row is ours until its end, so
 * nobody else is granted it; the next one's deadline is not later than that of the one before until
 * the record moved it. The next fence was promised in that row by a durable commit: whoever takes
 * over without our word, since we died, starts above all that were promised. And what is guarded
 * waits for the record, so that the database sees the fences in their order.
 *
 * <p>Not handed over so: what is or may be guarded by an open transaction, what ends soon, what was
 * sent already, and what goes to clients elsewhere, to several resources together or with
 * attributes. It goes through the database. Run by who has the state of the dispatcher.
 */
final class HandOvers {

  /**
   * One was given a lease.
   *
   * @param news whether whoever sends has to be told that there is something to record
   * @param telling tells who has it now
   */
  record Given(boolean news, Runnable telling) {}

  private final BidSettler.Keep keep;
  private final String defaultHolder;
  private final Events events;

  HandOvers(BidSettler.Keep keep, String defaultHolder, Events events) {
    this.keep = keep;
    this.defaultHolder = defaultHolder;
    this.events = events;
  }

  /** To who waits here for what is given back; null: nobody does, or not so. */
  @Nullable Given fromHere(Lane lane, GiveBack giveBack, long now) {
    if (!mayGo(lane, giveBack, now)) {
      return null;
    }
    Acquisition next = lane.nextHere(giveBack.resource(), now);
    return next == null ? null : handOver(lane, giveBack, next, now);
  }

  /** To this one what was given back here and not sent yet; null: there is none, or not so. */
  @Nullable Given toHere(Lane lane, Acquisition wish, long now) {
    GiveBack giveBack = lane.successions.heritable(wish.firstResource());
    return giveBack == null
            || !wish.mayInherit()
            || lane.queues.find(wish.firstResource()) != null
            || !mayGo(lane, giveBack, now)
        ? null
        : handOver(lane, giveBack, wish, now);
  }

  /** All that can be done before a batch, or after it: how to tell those who have something now. */
  List<Runnable> all(Lane lane, long now) {
    List<Runnable> told = List.of();
    for (GiveBack giveBack : lane.successions.heritable()) {
      Given given = fromHere(lane, giveBack, now);
      if (given != null) {
        told = told.isEmpty() ? new ArrayList<>() : told;
        told.add(given.telling());
      }
    }
    return told;
  }

  private static boolean mayGo(Lane lane, GiveBack giveBack, long now) {
    Lease lease = giveBack.lease();
    return lease != null
        && !lane.successions.isFull()
        && lane.successions.transferable.has(lease)
        && lane.successions.isNext(giveBack)
        && !lane.successions.isBlocked(giveBack.resource())
        && lease.isHeritable(now)
        && lane.queues.mayHandOver(giveBack.resource(), now);
  }

  private Given handOver(Lane lane, GiveBack from, Acquisition wish, long now) {
    Lease before = from.lease();
    if (before == null) {
      throw new IllegalStateException("nothing to hand over");
    }
    Lease lease = keep.hold(grant(before, wish, now), before);
    boolean news =
        lane.handedOver(new Succession.HandOver(from, lease, now), wish, BidSettler.heldBy(lease));
    return new Given(news, () -> tell(wish, lease));
  }

  private void tell(Acquisition wish, Lease lease) {
    events.tell(
        () -> new LeaseGranted(lease.resource(), lease.holder(), lease.fence(), wish.waited()));
    if (keep.isClosed()) {
      lease.close();
      wish.granted.completeExceptionally(new ClosedException());
    } else if (!wish.granted.complete(List.of(lease))) {
      lease.close(); // the caller gave up meanwhile
    }
  }

  /** As if it had been asked for so long ago that it ends with the one before. */
  private Grant grant(Lease before, Acquisition wish, long now) {
    String holder = wish.options.holder();
    Grant.Ask ask =
        new Grant.Ask(
            wish.firstResource(),
            wish.tokens.get(0),
            holder == null ? defaultHolder : holder,
            wish.options,
            wish.caller);
    Duration ttl = wish.options.ttl();
    long asIfSentAt = before.deadline() - ttl.toNanos() + Margin.of(ttl);
    Instant at = before.databaseTime(now);
    return new Grant(
        ask, before.fence() + 1, at, at.plus(ttl), asIfSentAt - now < 0 ? asIfSentAt : now, false);
  }
}
