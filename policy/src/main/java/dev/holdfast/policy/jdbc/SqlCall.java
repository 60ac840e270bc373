package dev.holdfast.policy.jdbc;

import java.sql.SQLException;

/** A call of JDBC. */
@FunctionalInterface
interface SqlCall<T> {

  T get() throws SQLException;

  /** One that gives nothing back. */
  @FunctionalInterface
  interface Plain {
    void run() throws SQLException;
  }
}
