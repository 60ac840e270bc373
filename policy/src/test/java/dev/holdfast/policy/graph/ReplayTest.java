package dev.holdfast.policy.graph;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.embedded.PostgresServer;
import dev.holdfast.embedded.TestDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A replay that proves nothing says why; none leaves anything behind. */
class ReplayTest {

  @Test
  @DisplayName("P5: a replay on other rows than the recording's says that nobody waited")
  void otherRows() throws SQLException {
    try (Program program = new Program()) {
      program
          .transaction(update("accounts", 1), update("bills", 1))
          .transaction(update("bills", 2), update("accounts", 2));
      ReplayResult result = Program.replay(program.cycles().get(0));
      assertThat(result.isConfirmed()).isFalse();
      assertThat(result.words()).isEqualTo("no deadlock this time: T1 went on; T2 went on");
    }
  }

  @Test
  @DisplayName("P5: a replay whose statements no longer work says which, and keeps nothing")
  void changedDatabase() throws SQLException {
    try (Program program = new Program();
        TestDatabase fresh = PostgresServer.shared().createDatabase()) {
      program
          .transaction("insert into codes values ('x')", update("accounts", 1), update("bills", 1))
          .transaction(update("bills", 1), update("accounts", 1));
      LockFinding finding = program.cycles().get(0);
      Program.execute(fresh.dataSource(), Program.SCHEMA);
      assertThat(Replay.on(fresh.dataSource()).run(finding).isConfirmed()).isTrue();
      assertThat(sum(fresh.dataSource())).as("all is rolled back").isZero();
      Program.execute(fresh.dataSource(), "insert into codes values ('x')");
      assertThat(Replay.on(fresh.dataSource()).run(finding).words())
          .startsWith("T")
          .contains("did not get there", "duplicate key", "insert into codes");
    }
  }

  @Test
  @DisplayName("P5: another failure than 40P01 confirms nothing")
  void otherFailure() throws SQLException {
    try (Program program = new Program();
        TestDatabase fresh = PostgresServer.shared().createDatabase()) {
      program
          .transaction(update("accounts", 1), update("bills", 1))
          .transaction("select * from bills where id = 2 for update", update("accounts", 2));
      LockFinding finding = program.cycles().get(0);
      Program.execute(fresh.dataSource(), Program.SCHEMA);
      Program.execute(fresh.dataSource(), "alter table bills add check (n < 1)");
      ReplayResult result = Replay.on(fresh.dataSource()).run(finding);
      assertThat(result.isConfirmed()).isFalse();
      assertThat(result.words()).contains("no deadlock this time", "check constraint");
    }
  }

  @Test
  @DisplayName("P5: a replay without a database says so")
  void gone() throws SQLException {
    try (Program program = new Program()) {
      program
          .transaction(update("accounts", 1), update("bills", 1))
          .transaction(update("bills", 1), update("accounts", 1));
      DataSource nowhere = PostgresServer.shared().dataSource("no_such_database");
      assertThat(Replay.on(nowhere).run(program.cycles().get(0)).words())
          .contains("the database could not be used", "no_such_database");
    }
  }

  private static int sum(DataSource dataSource) throws SQLException {
    try (Connection connection = dataSource.getConnection();
        Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                "select (select sum(n) from accounts) + (select sum(n) from bills)"
                    + " + (select count(*) from codes)")) {
      row.next();
      return row.getInt(1);
    }
  }

  private static String update(String table, int id) {
    return "update " + table + " set n = n + 1 where id = " + id;
  }
}
