package dev.holdfast.policy.sql;

import dev.holdfast.policy.TableName;

/**
 * A lock that a statement takes.
 *
 * @param waiting what it does when somebody else has it
 * @param when NOW, or at the end of the transaction (deferred constraints)
 * @param reason a sentence for people: {@code FK orders_customer_fk → customers}
 * @param rows how many rows, in which order
 */
public record Lock(
    TableName table,
    LockMode mode,
    Origin origin,
    Waiting waiting,
    When when,
    String reason,
    Rows rows) {

  /** What a lock does when another transaction has it. */
  public enum Waiting {
    WAITS,
    NOWAIT,
    SKIPS
  }

  /** When a lock is taken. */
  public enum When {
    NOW,
    AT_COMMIT
  }

  public Lock(
      TableName table, LockMode mode, Origin origin, Waiting waiting, When when, String reason) {
    this(table, mode, origin, waiting, when, reason, Rows.UNKNOWN);
  }

  public Lock(TableName table, LockMode mode, Origin origin, String reason) {
    this(table, mode, origin, Waiting.WAITS, When.NOW, reason);
  }

  public Lock withTable(TableName other) {
    return new Lock(other, mode, origin, waiting, when, reason, rows);
  }

  public Lock withWaiting(Waiting other) {
    return new Lock(table, mode, origin, other, when, reason, rows);
  }

  public Lock withWhen(When other) {
    return new Lock(table, mode, origin, waiting, other, reason, rows);
  }

  public Lock withRows(Rows other) {
    return new Lock(table, mode, origin, waiting, when, reason, other);
  }
}
