package dev.holdfast.lease;

import java.util.ArrayList;
import java.util.List;

/**
 * What callers are to hear after a turn. They hear it when the helm is free again: who is woken
 * often has its next request at once, and may then take the helm itself.
 */
final class Tidings {

  private List<Runnable> pending = new ArrayList<>();
  private int callers;

  void add(Runnable telling) {
    pending.add(telling);
  }

  /** The same for somebody who asked for it, and who will soon ask for more, if others do. */
  void addAnswer(Runnable telling) {
    pending.add(telling);
    callers++;
  }

  /** How many such there were since this was asked last. */
  int takeCallers() {
    int all = callers;
    callers = 0;
    return all;
  }

  /** What there is, to be told by the caller alone: who has the helm next adds to another list. */
  List<Runnable> take() {
    if (pending.isEmpty()) {
      return List.of();
    }
    List<Runnable> taken = pending;
    pending = new ArrayList<>(taken.size());
    return taken;
  }
}
