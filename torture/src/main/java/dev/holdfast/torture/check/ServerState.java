package dev.holdfast.torture.check;

/**
 * What a correct server may have in the row of a resource.
 *
 * @param holder the token's id; "" = free
 * @param fence of the last grant; of a grant that nobody heard of only a lower bound
 * @param isExact false: the fence is a lower bound
 * @param earliest when the lease can have run out at the earliest
 * @param latest when it has run out at the latest
 */
record ServerState(String holder, long fence, boolean isExact, long earliest, long latest) {

  static final ServerState UNUSED = new ServerState("", 0, false, 0, 0);

  boolean isFree() {
    return holder.isEmpty();
  }

  ServerState freed() {
    return new ServerState("", fence, isExact, 0, 0);
  }

  boolean mayHaveFence(long other) {
    return isExact ? fence == other : other >= fence;
  }

  /** Allows for the end of both. */
  ServerState or(ServerState other) {
    return new ServerState(
        holder, fence, isExact, Math.min(earliest, other.earliest), Math.max(latest, other.latest));
  }

  /** Known now. */
  ServerState withFence(long known) {
    return new ServerState(holder, known, true, earliest, latest);
  }

  @Override
  public String toString() {
    String number = (isExact ? "" : "at least ") + fence;
    return isFree()
        ? "free, fence " + number
        : "held by %s, fence %s, surely until %d, at most until %d"
            .formatted(holder, number, earliest, latest);
  }
}
