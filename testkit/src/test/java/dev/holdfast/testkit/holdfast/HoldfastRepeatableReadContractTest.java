package dev.holdfast.testkit.holdfast;

import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

@DisplayName(
    "L3: under default_transaction_isolation = REPEATABLE READ the leases keep the contract")
@EnabledIfSystemProperty(
    named = "holdfast.isolations",
    matches = "every",
    disabledReason = "serializable plays; repeatable read's failures are among its own")
final class HoldfastRepeatableReadContractTest extends HoldfastContract {
  @Override
  void setUp(Connection connection) throws SQLException {
    setIsolation(connection, "repeatable read");
  }
}
