package dev.holdfast.policy.sql;

/** How many rows a lock is on, and in which order they are locked. */
public enum Rows {
  /** At most one, found by all columns of a unique key: the same key, the same row. */
  KEY,
  /** At most one, whichever: LIMIT 1. */
  ONE,
  /** Several, in the order of an ORDER BY. */
  ORDERED,
  /** Several, in the order in which the plan meets them. */
  SEVERAL,
  /** Not known, or a lock that is on no row. */
  UNKNOWN
}
