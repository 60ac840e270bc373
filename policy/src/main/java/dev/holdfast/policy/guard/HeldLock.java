package dev.holdfast.policy.guard;

import dev.holdfast.policy.TableName;
import dev.holdfast.policy.sql.LockMode;

/**
 * A lock that a transaction has, and the statement that took it first.
 *
 * @param sql the statement's text
 */
public record HeldLock(TableName table, LockMode mode, String sql) {

  @Override
  public String toString() {
    return "%s %s (by: %s)".formatted(table, mode.sql(), Texts.shortened(sql));
  }
}
