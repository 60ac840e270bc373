package dev.holdfast.testkit.holdfast;

import dev.holdfast.embedded.PostgresServer;
import dev.holdfast.embedded.TestDatabase;
import dev.holdfast.schema.Schema;
import dev.holdfast.testkit.contract.FuzzSize;
import dev.holdfast.testkit.contract.LockContract;
import dev.holdfast.testkit.contract.LockUnderTest;
import dev.holdfast.testkit.sqllock.Counters;
import dev.holdfast.testkit.sqllock.SqlLockConfig;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;

/** The contract on a database of its own; variants change how it is reached or set up. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class HoldfastContract extends LockContract {
  private TestDatabase database;

  @BeforeAll
  final void create() throws Exception {
    database = PostgresServer.shared().createDatabase();
    Schema.of(database.dataSource()).apply();
    try (Connection connection = database.dataSource().getConnection()) {
      Counters.create(connection);
      setUp(connection);
    }
  }

  @AfterAll
  final void drop() {
    database.close();
  }

  /** What else is to be set in the database. */
  void setUp(Connection connection) throws Exception {}

  static void setIsolation(Connection connection, String isolation) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(
          "do $$ begin execute format('alter database %I set default_transaction_isolation = %L',"
              + " current_database(), '"
              + isolation
              + "'); end $$");
    }
  }

  final SqlLockConfig direct() {
    return SqlLockConfig.of(database);
  }

  /** How the lock is reached. */
  SqlLockConfig config() {
    return direct();
  }

  @Override
  protected final LockUnderTest lock() {
    SqlLockConfig config = config();
    return LockUnderTest.of(HoldfastLock.Factory.class, config.text())
        .withNetwork(config.server(), address -> config.via(address).text());
  }

  @Override
  protected FuzzSize fuzzSize() {
    return new FuzzSize(2, 8, 32, 6_000);
  }
}
