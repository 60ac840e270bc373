package dev.holdfast.lease;

import dev.holdfast.lease.Batch.GiveBack;
import dev.holdfast.lease.HandOvers.Given;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The way from one caller here to the next that needs neither the helm nor the database. Nobody
 * waits on it: if the state is in use, the message goes the ordinary way.
 */
final class Shortcut {

  private final ReentrantLock state;
  private final HandOvers handOvers;
  private final Function<String, Lane> lanes;
  private final AtomicInteger tellers;
  private final Inbox inbox;

  /**
   * @param tellers how many are about to tell somebody of a grant, who may give it back at once
   */
  Shortcut(
      ReentrantLock state,
      HandOvers handOvers,
      Function<String, Lane> lanes,
      AtomicInteger tellers,
      Inbox inbox) {
    this.state = state;
    this.handOvers = handOvers;
    this.lanes = lanes;
    this.tellers = tellers;
    this.inbox = inbox;
  }

  /** Whether it has now what another caller here just gave back. */
  boolean isGiven(Acquisition wish) {
    if (!isFree()) {
      return false;
    }
    Given given;
    try {
      given = handOvers.toHere(lanes.apply(wish.firstResource()), wish, System.nanoTime());
      willTell(given);
    } finally {
      state.unlock();
    }
    tell(given);
    return given != null;
  }

  /** Whether somebody else here has it now, or will find it in the lane when it asks. */
  boolean isTaken(GiveBack giveBack) {
    Lease lease = giveBack.lease();
    if (lease == null || !lease.heritage().hasPromise() || !isFree()) {
      return false;
    }
    Given given;
    try {
      long now = System.nanoTime();
      Lane lane = lanes.apply(giveBack.resource());
      given = handOvers.fromHere(lane, giveBack, now);
      if (given == null) {
        lane.add(giveBack, now);
      }
      willTell(given);
    } finally {
      state.unlock();
    }
    if (given == null) {
      inbox.post(Shortcut::justLook);
    }
    tell(given);
    return true;
  }

  /** With the state in hand: who need not wait for the next batch hears of it before it leaves. */
  void tellAll(Lane lane, long now) {
    List<Runnable> told = handOvers.all(lane, now);
    if (told.isEmpty()) {
      return;
    }
    state.unlock();
    try {
      told.forEach(Runnable::run);
    } finally {
      state.lock();
    }
  }

  /** Takes the state; not again, from something that is told by who has it. */
  private boolean isFree() {
    return !state.isHeldByCurrentThread() && state.tryLock();
  }

  /** Before the state is let go: the dispatcher does not end until it is told. */
  private void willTell(@Nullable Given given) {
    if (given != null) {
      tellers.incrementAndGet();
    }
  }

  private void tell(@Nullable Given given) {
    if (given == null) {
      return;
    }
    try {
      given.telling().run();
    } finally {
      tellers.decrementAndGet();
    }
    if (given.news()) {
      inbox.post(Shortcut::justLook);
    }
  }

  /** A message that says no more than that there is something to do. */
  static void justLook() {}
}
