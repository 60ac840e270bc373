package dev.holdfast.transaction;

import java.sql.Connection;

/**
 * A transaction under way, for the function that runs in it. Not thread-safe; over when the
 * function returns. Do not commit, roll back or close its connection: Holdfast does.
 */
public final class Transaction {

  private final Connection connection;

  Transaction(Connection connection) {
    this.connection = connection;
  }

  /** The connection; everything done on it commits or rolls back together. */
  public Connection connection() {
    return connection;
  }
}
