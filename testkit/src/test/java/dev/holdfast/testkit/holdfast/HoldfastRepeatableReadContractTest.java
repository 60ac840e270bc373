package dev.holdfast.testkit.holdfast;

import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.DisplayName;

@DisplayName(
    "L3: under default_transaction_isolation = REPEATABLE READ the leases keep the contract")
final class HoldfastRepeatableReadContractTest extends HoldfastContract {
  @Override
  void setUp(Connection connection) throws SQLException {
    setIsolation(connection, "repeatable read");
  }
}
