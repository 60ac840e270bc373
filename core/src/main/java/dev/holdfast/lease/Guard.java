package dev.holdfast.lease;

import dev.holdfast.LeaseLostException;
import dev.holdfast.RequestFailedException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;

/** The guard of one or more leases in a transaction; in the order of their names. */
final class Guard {

  private static final String NOT_CURRENT = "HF001";

  private Guard() {}

  static void take(Connection connection, List<Lease> leases) throws SQLException {
    for (Lease lease : leases) {
      take(connection, lease);
    }
  }

  static RuntimeException failed(Lease lease, SQLException e) {
    return new RequestFailedException("guarding " + lease.resource() + " failed", e);
  }

  private static void take(Connection connection, Lease lease) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(LeaseSql.GUARD)) {
      statement.setString(1, lease.resource());
      statement.setLong(2, lease.fence());
      statement.setObject(3, lease.token().value());
      statement.execute();
    } catch (SQLException e) {
      if (NOT_CURRENT.equals(e.getSQLState())) {
        throw new LeaseLostException(
            lease.resource(), lease.fence(), "the database refused its guard", e);
      }
      throw e;
    }
  }
}
