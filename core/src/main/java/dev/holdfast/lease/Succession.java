package dev.holdfast.lease;

import dev.holdfast.lease.Batch.GiveBack;
import java.util.ArrayList;
import java.util.List;

/**
 * Leases of one resource that went from one caller of this process to the next, and that the
 * database has not recorded yet. It has the first one's; the fences of those who followed were
 * promised with it. Whoever has the state of the dispatcher touches it, and nobody while it is at
 * the database.
 */
final class Succession {

  /** One gave it back, and the other has had it from then on. */
  record HandOver(GiveBack from, Lease to, long at) {}

  private static final long LOCKED_LONG_NAP = 10 * Settler.LOCKED_ROW_NAP;

  private final List<HandOver> handOvers = new ArrayList<>();

  /** Whether this process has a place in the database's queue that it used up by this. */
  boolean placed;

  /** Until then others may follow, and go to the database with it. */
  final long gatherUntil;

  /** Found the row locked: not before then. */
  long notBefore;

  /** Somebody waits to hear that it is recorded, or it should be soon. */
  private boolean hurried;

  /** How often the row was found locked. */
  private int blocked;

  /** Was sent, and its answer lost: it may be recorded, or be about to. */
  private boolean unsettled;

  /** Of so many the release was told: the row was found to be ours, though it was locked. */
  private int told;

  /** Nobody here wanted it any more, and the lease that the database knows was let end. */
  private volatile boolean over;

  Succession(long since, long gatherUntil) {
    this.notBefore = since;
    this.gatherUntil = gatherUntil;
  }

  void add(HandOver handOver) {
    handOvers.add(handOver);
    hurried |= handOver.from().awaited();
  }

  /** What came after this, while this was at the database. */
  void append(Succession later) {
    handOvers.addAll(later.handOvers);
    placed |= later.placed;
    hurried |= later.hurried;
  }

  void hurry() {
    hurried = true;
  }

  /** The row is locked by somebody, most likely by a guard of the one who has it there. */
  void blocked(long now) {
    notBefore = now + (blocked++ == 0 ? Settler.LOCKED_ROW_NAP : LOCKED_LONG_NAP);
  }

  /** Those whose release was not told before; from here on it was. */
  List<HandOver> takeUntold() {
    List<HandOver> untold = List.copyOf(handOvers.subList(told, handOvers.size()));
    told = handOvers.size();
    return untold;
  }

  /** From any thread. */
  void over() {
    over = true;
  }

  boolean isOver() {
    return over;
  }

  void unsettled() {
    unsettled = true;
  }

  boolean isUnsettled() {
    return unsettled;
  }

  boolean isBlocked() {
    return blocked > 0;
  }

  boolean hasTime() {
    return !hurried;
  }

  /** When it should go to the database, if there is a reason not to gather for longer than that. */
  long nextTime(long gatherAtMost) {
    long end = gatherAtMost - gatherUntil < 0 ? gatherAtMost : gatherUntil;
    return hasTime() && notBefore - end < 0 ? end : notBefore;
  }

  List<HandOver> handOvers() {
    return handOvers;
  }

  String resource() {
    return first().resource();
  }

  /** The release of the lease that the database has. */
  GiveBack first() {
    return handOvers.get(0).from();
  }

  HandOver last() {
    return handOvers.get(handOvers.size() - 1);
  }

  /** By so much the fence rises. */
  int steps() {
    return handOvers.size();
  }
}
