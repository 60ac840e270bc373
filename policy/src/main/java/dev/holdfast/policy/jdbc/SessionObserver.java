package dev.holdfast.policy.jdbc;

import java.sql.SQLException;

/**
 * Hears of what one connection does, from when it was handed out until it is closed. It is called
 * in the thread that uses the connection, so the caller's stack is there to look at. After each
 * {@code before} that returned comes one {@code done} or {@code failed}.
 */
public interface SessionObserver {

  /** About to be sent. What it throws reaches the caller instead, and nothing is sent. */
  void before(Execution execution) throws SQLException;

  /** It ran. */
  void done(Execution execution);

  /**
   * It did not run, or PostgreSQL undid it: no lock is left of it. What was before it may be lost
   * as well (a failed transaction), but only a rollback says so. A failed COMMIT or ROLLBACK ends
   * the transaction all the same.
   */
  void failed(Execution execution, Throwable failure);

  /** Closed, or given back to a pool; an open transaction is rolled back. */
  void closed();
}
