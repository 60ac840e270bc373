package dev.holdfast.lease;

/** What a resource is right now. */
public enum LeaseState {
  /** Somebody has it. */
  HELD,
  /** Its lease ran out and nobody took it over yet: the next caller gets it. */
  EXPIRED,
  /** Given back. */
  FREE
}
