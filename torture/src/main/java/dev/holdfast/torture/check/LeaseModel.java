package dev.holdfast.torture.check;

import dev.holdfast.torture.history.Facts;
import dev.holdfast.torture.history.Kind;
import dev.holdfast.torture.history.Operation;
import dev.holdfast.torture.history.Phase;
import org.jspecify.annotations.Nullable;

/**
 * What one correct server does with one operation: the state after it, or null where this answer
 * can't have been given in this state.
 */
final class LeaseModel {

  private static final long MILLI = 1_000_000;

  /** The note of a renewal that the library made by itself, when the holder noticed it. */
  private static final String SEEN = "seen";

  private final Clocks clocks;
  private final Doubts doubts;

  /** The note of an acquisition that a process gave by itself: it ends with the one before. */
  static final String HANDED_OVER = "handed over";

  LeaseModel(Clocks clocks, Doubts doubts) {
    this.clocks = clocks;
    this.doubts = doubts;
  }

  /**
   * The state after the operation.
   *
   * @param by the moment by which it has taken effect: an answer was heard then that needs it
   */
  @Nullable ServerState apply(ServerState state, Operation operation, long by) {
    boolean refused = operation.outcome() == Phase.FAIL;
    return switch (operation.kind()) {
      case ACQUIRE -> refused ? observed(state, operation) : granted(state, operation, by);
      case RENEW -> refused ? lost(state, operation) : renewed(state, operation);
      case RELEASE -> refused ? lost(state, operation) : released(state, operation);
      case WRITE -> holds(state, operation) ? state.withFence(operation.facts().fence()) : null;
      default -> throw new IllegalArgumentException("not of a lease: " + operation.kind());
    };
  }

  private @Nullable ServerState granted(ServerState state, Operation operation, long by) {
    Facts facts = operation.facts();
    String token = tokenOf(operation);
    boolean known = facts.fence() != 0;
    if (state.holder().equals(token) && (!known || state.mayHaveFence(facts.fence()))) {
      return extended(known ? state.withFence(facts.fence()) : state, operation);
    }
    if (!state.isFree() && state.earliest() > by) {
      return null; // it can't have run out by then
    }
    if (known && facts.fence() <= state.fence()) {
      return null;
    }
    return taken(state, operation, known ? facts.fence() : state.fence() + 1, known);
  }

  /** A grant that nobody was told of, under a fence that others saw; null where it can't be. */
  @Nullable ServerState grantedUnheard(
      ServerState state, Operation operation, long fence, long by) {
    boolean free = state.isFree() || state.earliest() <= by;
    return free && fence > state.fence() ? taken(state, operation, fence, true) : null;
  }

  /** Who takes over read the clock after the lease before had run out. */
  private ServerState taken(ServerState state, Operation operation, long fence, boolean isExact) {
    String token = tokenOf(operation);
    long from = Math.max(operation.invokedAt(), state.earliest());
    return new ServerState(
        token, fence, isExact, earliest(operation, token, from), latest(operation, token));
  }

  private long earliest(Operation operation, String token, long from) {
    long ttl = Math.min(ttlOf(operation), doubts.shortestTtl(token));
    if (noteOf(operation).equals(SEEN) || isHandedOver(operation)) {
      // its end was set before: only the deadline that was told is known of it
      return clocks.earliestEnd(operation.facts().deadlineNanos() - ttl, ttl);
    }
    return clocks.earliestEnd(from, ttl);
  }

  private long latest(Operation operation, String token) {
    return doubts.mayBeRenewed(token)
        ? Long.MAX_VALUE
        : clocks.latestEnd(operation.invokedAt(), operation.completedAt(), ttlOf(operation));
  }

  static long ttlOf(Operation operation) {
    return operation.begin().facts().value() * MILLI;
  }

  private @Nullable ServerState renewed(ServerState state, Operation operation) {
    if (!state.holder().equals(tokenOf(operation)) || !holds(state, operation)) {
      return null;
    }
    return extended(state.withFence(operation.facts().fence()), operation);
  }

  /** A renewal may bring the end nearer, one in passing does not: both are allowed for. */
  private ServerState extended(ServerState state, Operation operation) {
    String token = state.holder();
    return new ServerState(
        token,
        state.fence(),
        state.isExact(),
        earliest(operation, token, operation.invokedAt()),
        Math.max(state.latest(), latest(operation, token)));
  }

  private @Nullable ServerState released(ServerState state, Operation operation) {
    boolean ours = state.holder().equals(tokenOf(operation));
    if (ours && (operation.isUnknown() || holds(state, operation))) {
      return state.freed();
    }
    return doubts.isRepeated(operation) ? state : null; // the answer is given again
  }

  /** "Lost" is not said of a lease that surely is there. */
  private static @Nullable ServerState lost(ServerState state, Operation operation) {
    boolean surelyHeld =
        state.holder().equals(tokenOf(operation)) && state.earliest() > operation.completedAt();
    return surelyHeld ? null : state;
  }

  /** A refusal that tells a fence: somebody has it, under this one. */
  private @Nullable ServerState observed(ServerState state, Operation operation) {
    if (holds(state, operation)) {
      return state.withFence(operation.facts().fence());
    }
    // it may not have heard yet of what the holder's process handed over since
    boolean heldSince = !state.isFree() && state.latest() >= operation.invokedAt();
    return heldSince && doubts.leads(operation.facts().fence(), state.fence()) ? state : null;
  }

  /** At some moment of the operation the lease of its fence was there. */
  private static boolean holds(ServerState state, Operation operation) {
    return !state.isFree()
        && state.mayHaveFence(operation.facts().fence())
        && state.latest() >= operation.invokedAt();
  }

  /** One whose token is not known is nobody's but its own. */
  static String tokenOf(Operation operation) {
    Facts facts = operation.facts();
    if (facts.token().isEmpty() && facts.fence() == 0) {
      return operation.client() + "#" + operation.begin().call().op();
    }
    return Grant.key(facts);
  }

  /** Whether anything at all can be said of it. */
  static boolean isJudged(Operation operation) {
    if (operation.outcome() == Phase.FAIL) {
      return operation.kind() == Kind.ACQUIRE
          ? operation.facts().fence() != 0
          : operation.kind() != Kind.WRITE && noteOf(operation).startsWith("lost");
    }
    return operation.isOk() || operation.kind() == Kind.ACQUIRE || operation.kind() == Kind.RELEASE;
  }

  static boolean isHandedOver(Operation operation) {
    return operation.kind() == Kind.ACQUIRE && noteOf(operation).endsWith(HANDED_OVER);
  }

  private static String noteOf(Operation operation) {
    return operation.end() == null ? "" : operation.end().note();
  }
}
