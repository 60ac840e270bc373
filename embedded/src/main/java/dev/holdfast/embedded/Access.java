package dev.holdfast.embedded;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.postgresql.ds.PGSimpleDataSource;

/** How to get into the database of a data directory. Its text form keeps the password to itself. */
record Access(int port, String password) {

  static final String USER = "holdfast";
  static final String DATABASE = "holdfast";

  private static final String NO_SUCH_DATABASE = "3D000";
  private static final int LOGIN_SECONDS = 30;

  String url() {
    return url(DATABASE);
  }

  PGSimpleDataSource dataSource() {
    return dataSource(DATABASE);
  }

  /**
   * Makes sure that the database is there, and returns the server's version. The process that
   * prepared the directory may have been killed before it came to create it.
   */
  String createDatabase() throws SQLException {
    try {
      return version();
    } catch (SQLException e) {
      if (!NO_SUCH_DATABASE.equals(e.getSQLState())) {
        throw e;
      }
    }
    try (Connection connection = dataSource("postgres").getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("create database " + DATABASE);
    }
    return version();
  }

  private String version() throws SQLException {
    try (Connection connection = dataSource().getConnection()) {
      return connection.getMetaData().getDatabaseProductVersion();
    }
  }

  private String url(String database) {
    return "jdbc:postgresql://127.0.0.1:" + port + "/" + database;
  }

  private PGSimpleDataSource dataSource(String database) {
    PGSimpleDataSource source = new PGSimpleDataSource();
    source.setURL(url(database));
    source.setUser(USER);
    source.setPassword(password);
    source.setLoginTimeout(LOGIN_SECONDS);
    return source;
  }

  @Override
  public String toString() {
    return url();
  }
}
