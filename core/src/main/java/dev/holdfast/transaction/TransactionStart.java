package dev.holdfast.transaction;

import java.sql.Connection;
import java.sql.SQLException;

/** What is done first in a transaction: a guard, say. */
@FunctionalInterface
public interface TransactionStart {

  /** Does it, and answers the transaction's id ({@code pg_current_xact_id()}). */
  String apply(Connection connection) throws SQLException;
}
