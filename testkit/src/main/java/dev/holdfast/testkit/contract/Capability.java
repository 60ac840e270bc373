package dev.holdfast.testkit.contract;

/** What a lock may claim beyond exclusivity. What it doesn't claim is skipped, visibly. */
public enum Capability {
  /** A lock ends by itself when its time is over; no clean-up job is needed. */
  EXPIRY,
  /** Each grant of a resource has a higher fence than all before it. */
  FENCING,
  /** {@link LockClient#acquire} waits for a resource that is held. */
  WAITING,
  /** {@link LockClient.Held#guardedIncrement} can't land after the lock was lost. */
  GUARDED_WRITES
}
