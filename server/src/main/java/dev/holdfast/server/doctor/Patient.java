package dev.holdfast.server.doctor;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** The database that is looked at: one connection in autocommit mode, and more on request. */
final class Patient implements AutoCloseable {

  private static final int MOST_SECONDS = 10;

  private final DataSource source;
  private final Connection connection;

  Patient(DataSource source) throws SQLException {
    this.source = source;
    this.connection = source.getConnection();
  }

  DataSource source() {
    return source;
  }

  Connection connection() {
    return connection;
  }

  /** A connection beside the first one. */
  Connection another() throws SQLException {
    return source.getConnection();
  }

  /** The one value that a query answers; null if there is no row. */
  @Nullable String ask(String sql) throws SQLException {
    return ask(connection, sql);
  }

  static @Nullable String ask(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.setQueryTimeout(MOST_SECONDS);
      try (ResultSet row = statement.executeQuery(sql)) {
        return row.next() ? row.getString(1) : null;
      }
    }
  }

  long number(String sql) throws SQLException {
    String value = ask(sql);
    return value == null ? 0 : Long.parseLong(value);
  }

  boolean is(String sql) throws SQLException {
    return "t".equals(ask(sql));
  }

  /** A setting of the server, as this session has it. */
  String setting(String name) throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement("select current_setting(?, true)")) {
      statement.setString(1, name);
      try (ResultSet row = statement.executeQuery()) {
        return row.next() && row.getString(1) != null ? row.getString(1) : "";
      }
    }
  }

  /** A setting that is a time, in milliseconds. */
  long milliseconds(String name) throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement(
            "select extract(epoch from current_setting(?)::interval) * 1000")) {
      statement.setString(1, name);
      try (ResultSet row = statement.executeQuery()) {
        row.next();
        return row.getLong(1);
      }
    }
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
