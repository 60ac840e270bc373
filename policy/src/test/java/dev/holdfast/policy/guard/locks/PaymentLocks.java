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

  /** Through whatever the program has between itself and JDBC. */
  public static void lockAccounts(Runner runner) throws SQLException {
    runner.run("select * from accounts for update");
  }

  /** A class of the program's own that passes statements on. */
  @FunctionalInterface
  public interface Runner {
    void run(String sql) throws SQLException;
  }

  private static void lock(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
