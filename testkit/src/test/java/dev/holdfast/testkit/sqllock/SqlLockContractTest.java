package dev.holdfast.testkit.sqllock;

import dev.holdfast.embedded.PostgresServer;
import dev.holdfast.embedded.TestDatabase;
import dev.holdfast.testkit.contract.FuzzSize;
import dev.holdfast.testkit.contract.LockContract;
import dev.holdfast.testkit.contract.LockUnderTest;
import java.net.InetSocketAddress;
import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;

@DisplayName("A plain lock in one table keeps the contract")
final class SqlLockContractTest extends LockContract {
  private static TestDatabase database;

  @BeforeAll
  static void create() throws SQLException {
    database = PostgresServer.shared().createDatabase();
    prepare(database);
  }

  @AfterAll
  static void drop() {
    database.close();
  }

  static void prepare(TestDatabase database) throws SQLException {
    try (Connection connection = database.dataSource().getConnection()) {
      SqlLock.create(connection);
      Counters.create(connection);
    }
  }

  @Override
  protected LockUnderTest lock() {
    return under(SqlLockConfig.of(database));
  }

  static LockUnderTest under(SqlLockConfig config) {
    InetSocketAddress server = config.server();
    return LockUnderTest.of(SqlLock.Factory.class, config.text())
        .withNetwork(server, address -> config.via(address).text());
  }

  @Override
  protected FuzzSize fuzzSize() {
    return new FuzzSize(2, 8, 32, 4_000);
  }
}
