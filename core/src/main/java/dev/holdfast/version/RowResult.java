package dev.holdfast.version;

import dev.holdfast.Version;

/** What became of one row of a batch. */
public sealed interface RowResult {

  /** The key, as it was given. */
  Object key();

  /** It was written, and has this version now. */
  record Updated(Object key, Version version) implements RowResult {}

  /** It was not written: somebody changed it since. Read it again. */
  record Stale(Object key, Version expected, Version actual) implements RowResult {}

  /** There is no such row. */
  record Missing(Object key) implements RowResult {}
}
