package dev.holdfast.policy.sql;

import java.util.ArrayList;
import java.util.List;

/**
 * What is still to happen after a statement. What a foreign key's action causes does not happen at
 * once: it goes to the end of the queue of the statement that set it off. So a delete that cascades
 * reaches all children before it reaches a grandchild. The statements of a trigger's body have
 * queues of their own.
 */
final class AfterQueue {

  private List<Runnable> current = new ArrayList<>();

  void follow(List<Runnable> steps, boolean cascade) {
    if (cascade) {
      current.addAll(steps);
      return;
    }
    List<Runnable> outer = current;
    current = new ArrayList<>(steps);
    // it grows while it is worked off; the path of every context bounds it
    for (int i = 0; i < current.size(); i++) {
      current.get(i).run();
    }
    current = outer;
  }
}
