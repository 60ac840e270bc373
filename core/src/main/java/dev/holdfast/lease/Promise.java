package dev.holdfast.lease;

/**
 * What the database promises with a lease that was passed on: the fences that follow, for this
 * process to give by itself.
 */
final class Promise {

  /** As {@code holdfast.promise()} has it. */
  static final int FENCES = 64;

  private Promise() {}
}
