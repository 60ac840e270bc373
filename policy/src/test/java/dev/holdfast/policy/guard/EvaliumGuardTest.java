package dev.holdfast.policy.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.embedded.PostgresServer;
import dev.holdfast.embedded.TestDatabase;
import dev.holdfast.policy.Policy;
import dev.holdfast.policy.PolicyOperation;
import dev.holdfast.policy.TableName;
import dev.holdfast.policy.file.PolicyReader;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The operations of the first policy, as its services would run them. */
class EvaliumGuardTest {

  private static final Policy POLICY =
      PolicyReader.read(Path.of("../examples/evalium/holdfast-policy.yaml"));

  private static TestDatabase database;

  @BeforeAll
  static void create() throws SQLException {
    database = PostgresServer.shared().createDatabase();
    try (Connection connection = database.dataSource().getConnection();
        Statement statement = connection.createStatement()) {
      for (TableName table : tables().toList()) {
        statement.execute("create table " + table + " (id int primary key, n int)");
      }
    }
  }

  @AfterAll
  static void drop() {
    database.close();
  }

  private static Stream<TableName> tables() {
    return POLICY.clusters().stream().flatMap(cluster -> cluster.tableNames().stream());
  }

  static Stream<PolicyOperation> operations() {
    return POLICY.operations().stream().filter(PolicyOperation::isComplete);
  }

  @ParameterizedTest
  @MethodSource("operations")
  @DisplayName("P4: each operation of evalium runs as declared, and in no other order")
  void asDeclared(PolicyOperation operation) throws SQLException {
    try (Connection connection = guarded()) {
      declared(operation, () -> lockAll(connection, operation.tableNames()));
      connection.commit();
      if (operation.tables().size() > 1) {
        List<TableName> reversed =
            operation.tableNames().stream()
                .sorted(
                    (a, b) -> {
                      return operation.tableNames().indexOf(b) - operation.tableNames().indexOf(a);
                    })
                .toList();
        declared(
            operation,
            () ->
                assertThatThrownBy(() -> lockAll(connection, reversed))
                    .hasMessageContaining("rule order"));
      }
    }
  }

  @Test
  @DisplayName("P4: the order of StartDeliverySession as it was written is refused")
  void asWritten() throws SQLException {
    try (Connection connection = guarded()) {
      Operation.run(
          "StartDeliverySession",
          () ->
              LockHelpers.run(
                  "LockAssignmentForDelivery",
                  () -> {
                    lock(connection, "assignments");
                    lock(connection, "submissions");
                    assertThatThrownBy(() -> lock(connection, "delivery_sessions"))
                        .isInstanceOf(PolicyViolationException.class)
                        .hasMessageContaining("delivery_sessions comes before submissions")
                        .hasMessageContaining("StartDeliverySession")
                        .hasMessageContaining("line ");
                  }));
    }
  }

  @Test
  @DisplayName("P4: two helpers in ApplyRemediationBatch as it was written are refused")
  void twoHelpers() throws SQLException {
    try (Connection connection = guarded()) {
      Operation.run(
          "ApplyRemediationBatch",
          () -> {
            LockHelpers.run(
                "LockRemediationBatchEntities",
                () -> lock(connection, "result_correction_batches"));
            assertThatThrownBy(
                    () ->
                        LockHelpers.run(
                            "LockSubmissionForRemediation", () -> lock(connection, "submissions")))
                .hasMessageContaining("rule helper-count");
          });
    }
  }

  @Test
  @DisplayName("P6: enrolment that creates assignments itself is refused; its two phases pass")
  void enrolment() throws SQLException {
    try (Connection connection = guarded()) {
      Operation.run(
          "ProgrammeEnrolment",
          () -> {
            execute(connection, "update program_enrolments set n = 1");
            execute(connection, "insert into programme_assignment_outbox values (1, 0)");
            assertThatThrownBy(() -> execute(connection, "update assignments set n = 1"))
                .hasMessageContaining("rule cluster")
                .hasMessageContaining("outbox");
          });
      connection.commit();
      Operation.run(
          "ProgrammeAssignmentsWorker", () -> execute(connection, "update assignments set n = 1"));
      connection.commit();
      Operation.run(
          "ProgrammeAssignmentsDone",
          () -> execute(connection, "update programme_assignment_outbox set n = 1"));
      connection.commit();
    }
  }

  @Test
  @DisplayName("P4: audit logs are appended to and never locked")
  void audit() throws SQLException {
    try (Connection connection = guarded()) {
      execute(connection, "update questions set n = 1");
      execute(connection, "insert into audit_logs values (1, 1)");
      assertThatThrownBy(() -> execute(connection, "delete from audit_logs"))
          .hasMessageContaining("rule never");
      connection.commit();
      assertThatThrownBy(() -> execute(connection, "update tenants set n = 1"))
          .hasMessageContaining("rule never");
    }
  }

  private static void declared(PolicyOperation operation, Operation.Work<SQLException> work)
      throws SQLException {
    if ("D".equals(operation.cluster())) {
      Operation.admin(operation.name(), work);
    } else {
      Operation.run(operation.name(), work);
    }
  }

  private static void lockAll(Connection connection, List<TableName> tables) throws SQLException {
    LockHelpers.run(
        "LockAll",
        () -> {
          for (TableName table : tables) {
            lock(connection, table.toString());
          }
        });
  }

  private static void lock(Connection connection, String table) throws SQLException {
    execute(connection, "select * from " + table + " where id = 1 for update");
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static Connection guarded() throws SQLException {
    Connection connection =
        PolicyDataSource.wrap(database.dataSource(), POLICY, GuardMode.THROW).getConnection();
    connection.setAutoCommit(false);
    assertThat(connection.getAutoCommit()).isFalse();
    return connection;
  }
}
