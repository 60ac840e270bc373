package dev.holdfast.policy.graph;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class LockRecorderTest {

  private static final String UPDATE = "update accounts set n = n + 1 where id = ?";

  @Test
  @DisplayName("P5: transactions of one kind are kept a few times, with different parameters")
  void samples() throws SQLException {
    LockRecorder recorder = new LockRecorder(new RecorderLimits(10, 3, 100));
    try (Program program = new Program(recorder)) {
      for (int id : List.of(1, 1, 2, 3, 4, 5)) {
        program.each(UPDATE, id);
      }
      assertThat(recorder.transactions())
          .extracting(each -> each.steps().get(0).parameters().toString())
          .containsExactly("[1]", "[2]", "[3]");
      assertThat(recorder.leftOut()).isZero();
    }
  }

  @Test
  @DisplayName("P5: memory is bounded, and the report says that something was left out")
  void bounds() throws SQLException {
    LockRecorder recorder = new LockRecorder(new RecorderLimits(2, 1, 3));
    try (Program program = new Program(recorder)) {
      for (int i = 0; i < 5; i++) {
        program.transaction("select " + i);
      }
      assertThat(recorder.transactions()).hasSize(2);
      assertThat(recorder.leftOut()).isEqualTo(3);
      assertThat(TextReport.of(program.graph())).contains("Not all was looked at");
      program.each(UPDATE, 1, 2, 3, 4, 5);
      assertThat(recorder.leftOut()).as("two statements, one transaction").isEqualTo(6);
    }
  }

  @Test
  @DisplayName("P5: a batch is a statement for each of its rows, in order")
  void batch() throws SQLException {
    try (Program program = new Program()) {
      batch(program, 1, 2);
      batch(program, 2, 1);
      assertThat(program.cycles())
          .extracting(LockFinding::kind)
          .containsExactly(LockFinding.Kind.ROW_ORDER);
    }
  }

  @Test
  @DisplayName("P5: a transaction that was rolled back counts: it had its locks")
  void rolledBack() throws SQLException {
    try (Program program = new Program();
        Connection connection = program.dataSource().getConnection();
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      statement.execute("update accounts set n = 1 where id = 1");
      statement.execute("update bills set n = 1 where id = 1");
      connection.rollback();
      program.transaction(
          "update bills set n = 1 where id = 1", "update accounts set n = 1 where id = 1");
      assertThat(program.cycles()).hasSize(1);
    }
  }

  private static void batch(Program program, int... ids) throws SQLException {
    try (Connection connection = program.dataSource().getConnection();
        PreparedStatement statement = connection.prepareStatement(UPDATE)) {
      connection.setAutoCommit(false);
      for (int id : ids) {
        statement.setInt(1, id);
        statement.addBatch();
      }
      statement.executeBatch();
      connection.commit();
    }
  }
}
