package dev.holdfast.torture.fault;

import dev.holdfast.torture.check.Invariant;
import java.time.Duration;
import java.util.Set;

/** Something that breaks, and is repaired. */
public interface Fault {

  /** As in the table of the guarantees. */
  int number();

  /** What is done, in a few words. */
  String title();

  default Stage stage() {
    return Stage.PLAIN;
  }

  /** What can't be promised while this happens; all other invariants hold. */
  default Set<Invariant> suspended() {
    return Set.of();
  }

  /** How long it lasts between injection and healing. */
  Duration lasts(Scene scene);

  /**
   * Breaks it. Bounded; what it waits for inside is part of the fault. What it hit is told to the
   * scene, here or while it is healed.
   */
  void inject(Scene scene) throws Exception;

  /** Repairs it; called also after an injection that failed. Returns when all is up again. */
  void heal(Scene scene) throws Exception;
}
