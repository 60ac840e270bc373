package dev.holdfast.transaction;

import dev.holdfast.support.Lab;
import dev.holdfast.support.Sql;
import java.sql.Connection;
import java.sql.SQLException;

/** Somebody else who has a row locked, until it is closed. */
final class Holder implements AutoCloseable {

  private final Connection connection;

  private Holder(Connection connection) {
    this.connection = connection;
  }

  static Holder of(Lab lab, String locking) throws SQLException {
    Connection connection = lab.dataSource().getConnection();
    connection.setAutoCommit(false);
    Sql.run(connection, "set application_name = 'the holder'");
    connection.commit();
    Sql.run(connection, locking);
    return lab.closing(new Holder(connection));
  }

  String pid() throws SQLException {
    return String.valueOf(Sql.column(connection, "select pg_backend_pid()").get(0));
  }

  void run(String sql) throws SQLException {
    Sql.run(connection, sql);
  }

  @Override
  public void close() throws SQLException {
    if (!connection.isClosed()) {
      connection.rollback();
      connection.close();
    }
  }
}
