package dev.holdfast.lease;

import java.util.ArrayList;
import java.util.List;

/**
 * What callers are to hear after a turn. They hear it when the helm is free again: who is woken
 * often has its next request at once, and may then take the helm itself.
 */
final class Tidings {

  private List<Runnable> pending = new ArrayList<>();

  void add(Runnable telling) {
    pending.add(telling);
  }

  List<Runnable> take() {
    List<Runnable> taken = pending;
    if (!taken.isEmpty()) {
      pending = new ArrayList<>(taken.size());
    }
    return taken;
  }
}
