package dev.holdfast.claim;

/** How a claim ended. */
public enum Outcome {
  /** The work is done. */
  DONE,
  /** This attempt failed, another follows after the backoff. */
  RETRY,
  /** The application gave up, or the table can't tell when to try again. */
  FAILED,
  /** All attempts failed: the row waits for a person. */
  PARKED,
  /** Given back unworked: no attempt. */
  RELEASED,
  /** The claim was somebody else's by then; nothing was changed. */
  LOST
}
