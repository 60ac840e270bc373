package dev.holdfast.policy.guard;

/** What the guard does about a lock that breaks the policy. */
public enum GuardMode {
  /** Nothing: the data source is left as it is. */
  OFF,
  /** Lets it pass, logs it and tells the listeners. */
  WARN,
  /** Refuses it before it is sent, by a {@link PolicyViolationException}. */
  THROW
}
