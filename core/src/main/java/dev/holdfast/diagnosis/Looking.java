package dev.holdfast.diagnosis;

import dev.holdfast.RequestFailedException;
import dev.holdfast.internal.Connector;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;

/** Asks on a connection of the application's, within bounds, and gives it back as it was. */
final class Looking {

  private static final int CONNECT_MILLIS = 5_000;
  private static final int ANSWER_MILLIS = 10_000;

  private final Connector connector;

  Looking(DataSource dataSource) {
    this.connector = new Connector(dataSource);
  }

  List<Fact> ask(String what, String sql, String... arguments) {
    try (Connection connection = connector.open(CONNECT_MILLIS)) {
      boolean autoCommit = connection.getAutoCommit();
      int timeout = connection.getNetworkTimeout();
      connection.setNetworkTimeout(Runnable::run, ANSWER_MILLIS);
      connection.setAutoCommit(false);
      try {
        return bounded(connection, sql, arguments);
      } finally {
        if (!connection.isClosed()) { // a broken one must not hide what broke it
          connection.rollback();
          connection.setAutoCommit(autoCommit);
          connection.setNetworkTimeout(Runnable::run, timeout);
        }
      }
    } catch (SQLException e) {
      throw new RequestFailedException(what + " failed", e);
    }
  }

  private static List<Fact> bounded(Connection connection, String sql, String... arguments)
      throws SQLException {
    try (PreparedStatement bounds = connection.prepareStatement(DiagnosisSql.BOUNDS);
        PreparedStatement statement = connection.prepareStatement(sql)) {
      bounds.execute();
      for (int i = 0; i < arguments.length; i++) {
        statement.setString(i + 1, arguments[i]);
      }
      List<Fact> facts = new ArrayList<>();
      try (ResultSet row = statement.executeQuery()) {
        while (row.next()) {
          facts.add(Fact.read(row));
        }
      }
      return facts;
    }
  }
}
