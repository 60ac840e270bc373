package dev.holdfast.examples.permitworkflow;

/** Where an application stands. */
enum State {
  /** With the citizen. */
  DRAFT,
  /** In the officers' common queue. */
  SUBMITTED,
  /** With the officer who claimed it. */
  CLAIMED,
  /** In the queue of the next desk. */
  FORWARDED,
  APPROVED,
  REJECTED;

  /** Whether the citizen may still edit the data: until there is a decision. */
  boolean isOpen() {
    return this != APPROVED && this != REJECTED;
  }
}
