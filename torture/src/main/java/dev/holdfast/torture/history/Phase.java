package dev.holdfast.torture.history;

/** Where an operation stands. */
public enum Phase {
  /** It is about to be sent. */
  INVOKE,
  /** It certainly happened, between INVOKE and here. */
  OK,
  /** It certainly did not happen and never will. */
  FAIL,
  /** Nobody can tell: it may have happened, or may yet. */
  INFO
}
