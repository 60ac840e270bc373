package dev.holdfast.bench.measure;

import java.sql.SQLException;
import java.util.List;

/**
 * One way of doing the same thing: Holdfast's, the bare statement's, a peer's. Opened before it is
 * measured, with all that its callers need.
 */
public interface Contender extends AutoCloseable {

  /** What one caller does again and again. Called by one thread at a time. */
  @FunctionalInterface
  interface Operation {
    void once() throws Exception;
  }

  String name();

  /** How many callers it has where so many were asked for: bare statements stop at 32. */
  default int callersOf(int wanted) {
    return wanted;
  }

  Operation operation(int caller) throws Exception;

  /** Called after each measurement: what runs by itself stops, lest it runs beside others. */
  default void rest() {}

  /** Whether an error of it is a result, too: the others are measured without it. */
  default boolean mayFail() {
    return false;
  }

  /** Processes beside the database's that do its work, and whose CPU time is part of its cost. */
  default List<ProcessHandle> servers() {
    return List.of();
  }

  @Override
  void close() throws SQLException;
}
