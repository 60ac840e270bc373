package dev.holdfast.transaction;

import java.sql.Connection;

/** How far a transaction is kept from what others commit meanwhile. */
public enum IsolationLevel {
  /** What the database or the pool says. */
  DEFAULT(Connection.TRANSACTION_NONE),
  READ_COMMITTED(Connection.TRANSACTION_READ_COMMITTED),
  REPEATABLE_READ(Connection.TRANSACTION_REPEATABLE_READ),
  SERIALIZABLE(Connection.TRANSACTION_SERIALIZABLE);

  private final int jdbc;

  IsolationLevel(int jdbc) {
    this.jdbc = jdbc;
  }

  int jdbc() {
    return jdbc;
  }
}
