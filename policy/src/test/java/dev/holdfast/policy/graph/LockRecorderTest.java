package dev.holdfast.policy.graph;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LockRecorderTest {

  private static final String UPDATE = "update accounts set n = n + 1 where id = ?";

  @Test
  @DisplayName("P5: transactions of one kind are kept a few times, with different parameters")
  void samples() throws SQLException {
    LockRecorder recorder = new LockRecorder(new RecorderLimits(10, 3, 100));
    try (Program program = new Program(recorder)) {
      for (int id : List.of(1, 1, 2, 3, 4, 5, 5, 1)) {
        program.each(UPDATE, id);
      }
      assertThat(recorder.transactions())
          .extracting(each -> each.steps().get(0).parameters().toString())
          .containsExactly("[1]", "[2]", "[3]");
      assertThat(recorder.leftOut()).isZero();
    }
  }

  @Test
  @DisplayName("P5: of a text of several statements each has the parameters that are its own")
  void severalStatements() throws SQLException {
    LockRecorder recorder = new LockRecorder();
    try (Program program = new Program(recorder)) {
      String text = "select set_config('lock_timeout', ?, true) as \"?\"; " + UPDATE;
      try (Connection connection = program.dataSource().getConnection();
          PreparedStatement statement = connection.prepareStatement(text)) {
        connection.setAutoCommit(false);
        statement.setString(1, "5s");
        statement.setInt(2, 7);
        statement.execute();
        connection.commit();
      }
      assertThat(recorder.transactions())
          .singleElement()
          .satisfies(
              each ->
                  assertThat(each.steps())
                      .extracting(step -> step.parameters().toString())
                      .startsWith("[5s]", "[7]"));
    }
  }

  @Test
  @DisplayName("P5: the first that locks in the other order is kept, however many went before")
  void otherOrderComesLate() throws SQLException {
    List<int[]> runs = new ArrayList<>();
    for (int i = 1; i < 9; i++) {
      runs.add(new int[] {i, i + 1});
    }
    assertThat(cycles(runs, LockRecorderTest::both, 3)).isEmpty();
    runs.add(new int[] {9, 8});
    assertThat(cycles(runs, LockRecorderTest::both, 3)).containsExactly(LockFinding.Kind.ROW_ORDER);
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 16})
  @DisplayName("P5: the first that goes through another gate is kept, however many went before")
  void otherGateComesLate(int samples) throws SQLException {
    List<int[]> runs = new ArrayList<>();
    for (int i = 1; i < 10; i++) {
      runs.add(new int[] {1, i});
      runs.add(new int[] {1, -i});
    }
    assertThat(cycles(runs, LockRecorderTest::gated, samples)).as("one gate for all").isEmpty();
    runs.add(new int[] {2, 9});
    assertThat(cycles(runs, LockRecorderTest::gated, samples))
        .containsExactly(LockFinding.Kind.TABLE_ORDER);
  }

  private interface Run {
    void with(Program program, int one, int other) throws SQLException;
  }

  /** All from one place, so that they are of one kind. */
  private static List<LockFinding.Kind> cycles(List<int[]> runs, Run run, int samples)
      throws SQLException {
    LockRecorder recorder = new LockRecorder(new RecorderLimits(10, samples, 100));
    try (Program program = new Program(recorder)) {
      for (int[] values : runs) {
        run.with(program, values[0], values[1]);
      }
      assertThat(recorder.leftOut()).isZero();
      assertThat(recorder.transactions()).hasSizeLessThanOrEqualTo(2 * samples + 4);
      return program.cycles().stream().map(LockFinding::kind).toList();
    }
  }

  private static void both(Program program, int one, int other) throws SQLException {
    program.each(UPDATE, one, other);
  }

  /** A gate, then accounts before bills, or the other way round for a negative row. */
  private static void gated(Program program, int gate, int row) throws SQLException {
    List<String> tables = row < 0 ? List.of("bills", "accounts") : List.of("accounts", "bills");
    try (Connection connection = program.dataSource().getConnection()) {
      connection.setAutoCommit(false);
      update(connection, "gate", gate);
      for (String table : tables) {
        update(connection, table, Math.abs(row));
      }
      connection.commit();
    }
  }

  private static void update(Connection connection, String table, int id) throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement("update " + table + " set n = n + 1 where id = ?")) {
      statement.setInt(1, id);
      statement.execute();
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
