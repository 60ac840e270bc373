package dev.holdfast.lease;

import dev.holdfast.LeaseHeldException;
import dev.holdfast.LeaseHeldException.Holding;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A wish for one resource, or for several together, from the call to its end. Its {@link #granted}
 * future decides races: whoever completes it first (a grant, a timeout, a cancellation) wins, and a
 * grant that comes second is given back.
 */
final class Acquisition {

  final List<String> resources;
  final List<Token> tokens;
  final LeaseOptions options;
  final boolean waits;
  final Caller caller;
  final long startedAt = System.nanoTime();

  /** The leases; none: it was refused, as {@link #refusal} says. */
  final CompletableFuture<List<Lease>> granted = new CompletableFuture<>();

  /** What the database said last; null: it has not answered yet. */
  volatile @Nullable Refusal refusal;

  /** Where it stands, if it waits. */
  private volatile @Nullable WaitQueue queue;

  /** How the wait reports name it; 0: it was in none yet. Only who has the helm touches it. */
  long number;

  /** Was sent and its answer lost: it may be granted. Only who has the helm touches it. */
  boolean unsettled;

  /**
   * Another transaction is making its row and does not end: it is asked for alone, and seldom, so
   * that nobody else has to wait with it. Only who has the helm touches it.
   */
  boolean suspect;

  /** Is being asked for at this moment. Only who has the state touches it. */
  boolean atDatabase;

  /** A "no" from the database. */
  record Refusal(String resource, Holding holding) {}

  Acquisition(List<String> resources, LeaseOptions options, Caller caller) {
    this.resources = resources;
    Token token = caller.token();
    this.tokens = resources.stream().map(r -> token == null ? Token.random() : token).toList();
    this.options = options;
    this.waits = !options.waitUpTo().isZero();
    this.caller = caller;
  }

  /** Whether it goes to the database without others beside it. */
  boolean isAlone() {
    return suspect || resources.size() > 1;
  }

  /**
   * Whether it can be given a lease without asking the database: which may neither have granted it
   * something under this token, nor be about to, nor have a reason to refuse what is asked for.
   */
  boolean mayInherit() {
    return !isAlone()
        && !atDatabase
        && !unsettled
        && !isOver()
        && caller.keepsHere()
        && options.attributes().isEmpty();
  }

  String firstResource() {
    return resources.get(0);
  }

  /** The resource in whose queue this waits: the one that was refused last. */
  String awaited() {
    Refusal last = refusal;
    return last == null ? firstResource() : last.resource();
  }

  void standIn(WaitQueue newQueue) {
    queue = newQueue;
  }

  /** What the database said last to it, or to whoever asks in its queue; null: nothing yet. */
  @Nullable Refusal lastRefusal() {
    Refusal own = refusal;
    WaitQueue standing = queue;
    return own != null || standing == null ? own : standing.lastRefusal;
  }

  boolean isOver() {
    return granted.isDone();
  }

  long waitEnd() {
    return startedAt + (waits ? options.waitUpTo().toNanos() : 0);
  }

  Duration waited() {
    return waits ? Duration.ofNanos(System.nanoTime() - startedAt) : Duration.ZERO;
  }

  /** Ends it with what the database said; false if it was over. */
  boolean refuse(Refusal refused) {
    refusal = refused;
    return granted.complete(List.of());
  }

  /** For whoever was refused. Made on their thread: a stack costs, and theirs says more. */
  LeaseHeldException held() {
    Refusal last = refusal;
    if (last == null) {
      throw new IllegalStateException("not refused");
    }
    return new LeaseHeldException(last.resource(), last.holding(), waited());
  }
}
