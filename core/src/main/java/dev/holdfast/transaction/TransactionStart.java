package dev.holdfast.transaction;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * What is done first in a transaction: a guard, say. A serialization failure here is tried again at
 * once, whatever the options say: nothing was done yet.
 */
@FunctionalInterface
public interface TransactionStart {

  void apply(Connection connection) throws SQLException;
}
