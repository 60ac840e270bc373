package dev.holdfast.policy.guard;

import dev.holdfast.embedded.PostgresServer;
import dev.holdfast.embedded.TestDatabase;
import dev.holdfast.policy.Cluster;
import dev.holdfast.policy.Cluster.Kind;
import dev.holdfast.policy.Policy;
import dev.holdfast.policy.PolicyOperation;
import dev.holdfast.policy.PolicyTable;
import dev.holdfast.policy.TableRule;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;

/** A database with a table for each rule, a policy for it, and what a guard found. */
final class GuardLab implements AutoCloseable {

  static final Policy POLICY =
      Policy.of(
              Cluster.of("A", "accounts", "bills", "credits"),
              Cluster.of("B", "boxes", "crates"),
              Cluster.of("D", "roles")
                  .withKind(Kind.ALONE)
                  .withTables(
                      List.of(
                          new PolicyTable("audit").withRule(TableRule.NEVER),
                          new PolicyTable("roles"),
                          new PolicyTable("users").withRule(TableRule.ADMIN))))
          .withOperations(
              List.of(
                  PolicyOperation.of("Pay", "A", "accounts", "bills"),
                  PolicyOperation.of("SetRole", "D", "roles", "users")));

  static final List<String> TABLES =
      List.of(
          "accounts", "bills", "credits", "boxes", "crates", "audit", "roles", "users", "unnamed");

  private final TestDatabase database = PostgresServer.shared().createDatabase();
  final List<GuardFinding> findings = Collections.synchronizedList(new ArrayList<>());

  GuardLab() throws SQLException {
    try (Connection connection = plain().getConnection();
        Statement statement = connection.createStatement()) {
      for (String table : TABLES) {
        statement.execute(
            "create table %1$s (id int primary key, n int); insert into %1$s values (1, 0), (2, 0)"
                .formatted(table));
      }
    }
  }

  PGSimpleDataSource plain() {
    return database.dataSource();
  }

  DataSource guarded(GuardMode mode) {
    return guarded(POLICY, mode);
  }

  DataSource guarded(Policy policy, GuardMode mode) {
    return PolicyDataSource.wrap(plain(), policy, settings(mode));
  }

  GuardSettings settings(GuardMode mode) {
    return GuardSettings.defaults().withMode(mode).withListener(findings::add);
  }

  /** Taken over a connection of the transaction itself: whether it has any lock on the table. */
  static boolean hasLockOn(Connection connection, String table) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                """
                select count(*) from pg_locks
                where pid = pg_backend_pid() and relation = '%s'::regclass and mode like 'Row%%'
                """
                    .formatted(table))) {
      row.next();
      return row.getInt(1) > 0;
    }
  }

  @Override
  public void close() {
    database.close();
  }
}
