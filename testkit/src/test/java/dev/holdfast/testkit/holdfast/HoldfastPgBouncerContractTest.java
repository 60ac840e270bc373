package dev.holdfast.testkit.holdfast;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.holdfast.testkit.process.PgBouncer;
import dev.holdfast.testkit.sqllock.SqlLockConfig;
import java.sql.Connection;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DisplayName;

@DisplayName("L4: behind PgBouncer in transaction mode the leases keep the contract")
final class HoldfastPgBouncerContractTest extends HoldfastContract {
  private @Nullable PgBouncer pooler;

  @Override
  void setUp(Connection connection) throws Exception {
    assumeTrue(PgBouncer.program().isPresent(), "pgbouncer is not installed");
    String user = connection.getMetaData().getUserName();
    pooler = PgBouncer.start(direct().server(), user, PgBouncer.Mode.TRANSACTION);
  }

  @AfterAll
  void stop() {
    if (pooler != null) {
      pooler.close();
    }
  }

  @Override
  SqlLockConfig config() {
    // Old poolers know nothing of prepared statements.
    return direct()
        .via(Objects.requireNonNull(pooler).address())
        .withLockParameter("prepareThreshold=0");
  }
}
