package dev.holdfast.lease;

import dev.holdfast.ClosedException;
import dev.holdfast.HoldfastEvent.LeaseGranted;
import dev.holdfast.HoldfastEvent.LeaseRefused;
import dev.holdfast.LeaseHeldException.Holding;
import dev.holdfast.lease.Acquisition.Refusal;
import dev.holdfast.lease.Batch.Bid;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Settles who asked for a lease: granted, refused, or in the queue until the next try. */
final class BidSettler {

  private static final long LOCKED_ROW_PATIENCE = TimeUnit.MILLISECONDS.toNanos(100);
  private static final long TURN_OF_OTHERS = TimeUnit.MILLISECONDS.toNanos(250);
  static final long POLL_WITH_PUSH = TimeUnit.MILLISECONDS.toNanos(1_000);
  private static final long POLL_WITHOUT_PUSH = TimeUnit.MILLISECONDS.toNanos(60);

  /** What becomes of a grant on this side. */
  interface Keep {
    Lease hold(Grant grant);

    /** The same for one that followed on another here, and that the database does not know yet. */
    Lease hold(Grant grant, Lease before);

    /** Whether grants come too late: they are given back. */
    boolean isClosed();
  }

  private final Keep keep;
  private final BooleanSupplier pushWorks;
  private final String defaultHolder;
  private final Tidings tidings;
  private final Events events;

  BidSettler(Keep keep, BooleanSupplier pushWorks, String holder, Tidings tidings, Events events) {
    this.tidings = tidings;
    this.keep = keep;
    this.pushWorks = pushWorks;
    this.defaultHolder = holder;
    this.events = events;
  }

  void settle(
      Lane lane, Bid bid, List<@Nullable Answer> answers, long sentAt, Set<String> granted) {
    Acquisition wish = bid.acquisition();
    if (answers.stream().allMatch(answer -> answer != null && answer.is("granted"))) {
      grant(lane, bid, answers, sentAt);
      granted.addAll(wish.resources);
      wish.resources.forEach(lane.sightings::forget);
      return;
    }
    int at = indexOfRefusal(answers);
    Answer no = answers.get(at);
    wish.suspect &= no == null;
    Refusal refusal = new Refusal(wish.resources.get(at), holding(no));
    boolean held = no != null && no.is("held");
    lane.sightings.saw(refusal.resource(), refusal.holding().retryAfter(), System.nanoTime());
    if (wish.waits) {
      queueOn(lane, wish, refusal, no);
    } else {
      refuse(lane, wish, refusal, held);
    }
    bid.followers().forEach(follower -> refuse(lane, follower, refusal, held));
  }

  private void grant(Lane lane, Bid bid, List<@Nullable Answer> answers, long sentAt) {
    Acquisition wish = bid.acquisition();
    List<Lease> leases = new ArrayList<>(wish.resources.size());
    for (int i = 0; i < wish.resources.size(); i++) {
      leases.add(keep.hold(grant(wish, i, answers.get(i), sentAt)));
    }
    wish.unsettled = false; // its answer is here: it is whoever's it is told to
    wish.resources.forEach(lane.successions.transferable::mayNot);
    Answer first = answers.get(0);
    if (first != null && first.part().equals("pass") && wish.caller.keepsHere()) {
      promise(lane, leases.get(0));
    }
    if (wish.waits) {
      leaveQueue(lane, bid, heldBy(leases.get(wish.resources.indexOf(wish.awaited()))));
    }
    Runnable telling =
        () -> {
          if (keep.isClosed()) {
            leases.forEach(Lease::closeUnwanted);
            wish.granted.completeExceptionally(new ClosedException());
          } else if (!wish.granted.complete(leases)) {
            leases.forEach(Lease::closeUnwanted); // the caller gave up meanwhile
          }
        };
    if (bid.handOver()) {
      tidings.add(telling); // it has the lease for a while, and is not waited for
    } else {
      tidings.addAnswer(telling);
    }
    for (Lease lease : leases) {
      events.tell(
          () -> new LeaseGranted(lease.resource(), lease.holder(), lease.fence(), wish.waited()));
    }
    if (!bid.followers().isEmpty()) {
      Refusal refusal = heldBy(leases.get(0));
      bid.followers().forEach(follower -> refuse(lane, follower, refusal, true));
    }
  }

  /** The database leaves the next fences to this process, as it does when it passes a lease on. */
  static void promise(Lane lane, Lease lease) {
    Transferable transferable = lane.successions.transferable;
    if (transferable.isPromising(lease.resource())) {
      lease.heritage().promise(lease.fence() + Promise.FENCES);
      transferable.may(lease.resource(), lease.fence());
    }
  }

  /** What those hear who come after a grant of this process. */
  static Refusal heldBy(Lease winner) {
    Instant end = winner.grantedAt().plus(winner.ttl());
    Holding holding =
        new Holding(winner.holder(), winner.grantedAt(), end, winner.fence(), winner.ttl());
    return new Refusal(winner.resource(), holding);
  }

  private Grant grant(Acquisition wish, int i, @Nullable Answer answer, long sentAt) {
    if (answer == null || answer.standing() == null) {
      throw new IllegalStateException("a grant without an answer");
    }
    Answer.Standing standing = answer.standing();
    Instant since = standing.since() == null ? standing.at() : standing.since();
    Instant until = standing.until() == null ? since.plus(wish.options.ttl()) : standing.until();
    String holder = wish.options.holder();
    Grant.Ask ask =
        new Grant.Ask(
            wish.resources.get(i),
            wish.tokens.get(i),
            holder == null ? defaultHolder : holder,
            wish.options,
            wish.caller);
    boolean repeated = since.isBefore(standing.at());
    return new Grant(ask, answer.fence(), since, until, sentAt, repeated);
  }

  private static void leaveQueue(Lane lane, Bid bid, Refusal refusal) {
    Acquisition wish = bid.acquisition();
    lane.queues.granted(wish.awaited(), bid.handOver(), System.nanoTime());
    lane.queues.leave(wish, refusal, System.nanoTime());
  }

  private void queueOn(Lane lane, Acquisition wish, Refusal refusal, @Nullable Answer no) {
    WaitQueue queue = lane.queues.find(wish.awaited());
    boolean first = wish.refusal == null;
    wish.refusal = refusal;
    long now = System.nanoTime();
    if (wish.isOver() || wish.waitEnd() - now <= 0) {
      if (wish.refuse(refusal)) {
        tellRefused(wish, refusal);
      }
      if (queue != null) {
        queue.queuedUp = true;
        lane.queues.remove(queue, wish);
      }
      return;
    }
    if (queue == null || !queue.resource.equals(refusal.resource())) {
      if (queue != null) {
        lane.queues.remove(queue, wish); // it wants several, and another of them is in the way now
      }
      lane.queues.add(wish, now);
      queue = lane.queues.find(wish.awaited());
    }
    if (queue != null) {
      queue.queuedUp = true;
      queue.lastRefusal = refusal;
      boolean released = lane.successions.isThere(queue.resource); // meanwhile, here
      lane.queues.tryAt(queue, released ? now : now + pause(wish, no, first));
    }
  }

  private void refuse(Lane lane, Acquisition wish, Refusal refusal, boolean held) {
    long now = System.nanoTime();
    wish.refusal = refusal;
    if (!held && now - wish.startedAt < LOCKED_ROW_PATIENCE && !wish.isOver()) {
      lane.rest(wish, now + Settler.LOCKED_ROW_NAP);
    } else {
      tidings.addAnswer(
          () -> {
            if (wish.refuse(refusal)) {
              tellRefused(wish, refusal);
            }
          });
    }
  }

  private void tellRefused(Acquisition wish, Refusal refusal) {
    events.tell(
        () -> new LeaseRefused(refusal.resource(), refusal.holding().holder(), wish.waited()));
  }

  /** How long until the first in the queue asks again, unless something happens before. */
  private long pause(Acquisition wish, @Nullable Answer no, boolean first) {
    if (wish.suspect) {
      return jittered(POLL_WITH_PUSH);
    }
    if (no == null || no.is("busy")) {
      return Settler.LOCKED_ROW_NAP * (first ? 1 : 10);
    }
    if (no.is("turn")) {
      return jittered(TURN_OF_OTHERS);
    }
    long poll = jittered(pushWorks.getAsBoolean() ? POLL_WITH_PUSH : POLL_WITHOUT_PUSH);
    Duration left = no.standing() == null ? Duration.ZERO : no.standing().left();
    return Math.min(poll, left.toNanos() + Settler.LOCKED_ROW_NAP);
  }

  /** The one that is held names the holder; a locked row only if nothing else stands in the way. */
  private static int indexOfRefusal(List<@Nullable Answer> answers) {
    int refused = -1;
    for (int i = 0; i < answers.size(); i++) {
      Answer answer = answers.get(i);
      if (answer != null && answer.is("held")) {
        return i;
      }
      if (refused < 0 && (answer == null || !answer.is("granted"))) {
        refused = i;
      }
    }
    return refused;
  }

  private static Holding holding(@Nullable Answer no) {
    return no == null ? new Holding("somebody", null, null, 0, Duration.ZERO) : no.holding();
  }

  static long jittered(long nanos) {
    return ThreadLocalRandom.current().nextLong(nanos * 3 / 4, nanos * 5 / 4);
  }
}
