package dev.holdfast.policy.jdbc;

/** Hears of the connections of an {@link ObservedDataSource}. Thread-safe. */
@FunctionalInterface
public interface JdbcObserver {

  /** A connection was handed out; who hears of what it does. */
  SessionObserver opened();

  /** Whether the values of bind parameters are kept; that costs a list a statement. */
  default boolean wantsParameters() {
    return false;
  }
}
