package dev.holdfast.policy.guard.locks;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/** Lock helpers, as a program has them. */
public final class PaymentLocks {

  private PaymentLocks() {}

  public static void lockAccounts(Connection connection) throws SQLException {
    lock(connection, "select * from accounts for update");
  }

  /** Two statements, one helper. */
  public static void lockAccountsAndBills(Connection connection) throws SQLException {
    lock(connection, "select * from accounts for update");
    lock(connection, "select * from bills for update");
  }

  private static void lock(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
