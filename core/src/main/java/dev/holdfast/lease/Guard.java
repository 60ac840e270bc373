package dev.holdfast.lease;

import dev.holdfast.LeaseLostException;
import dev.holdfast.RequestFailedException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;

/** The guard of one or more leases in a transaction; in the order of their names. */
final class Guard {

  private static final String NOT_CURRENT = "HF001";

  private Guard() {}

  /** Answers the transaction's id. */
  static String take(Connection connection, List<Lease> leases) throws SQLException {
    String id = "";
    for (Lease lease : leases) {
      id = take(connection, lease);
    }
    return id;
  }

  static RuntimeException failed(Lease lease, SQLException e) {
    return new RequestFailedException("guarding " + lease.resource() + " failed", e);
  }

  private static String take(Connection connection, Lease lease) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(LeaseSql.GUARD)) {
      statement.setString(1, lease.resource());
      statement.setLong(2, lease.fence());
      statement.setObject(3, lease.token().value());
      try (ResultSet row = statement.executeQuery()) {
        row.next();
        return row.getString(2);
      }
    } catch (SQLException e) {
      if (NOT_CURRENT.equals(e.getSQLState())) {
        throw new LeaseLostException(
            lease.resource(), lease.fence(), "the database refused its guard", e);
      }
      throw e;
    }
  }
}
