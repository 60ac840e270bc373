package dev.holdfast.policy.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.holdfast.policy.Helpers;
import dev.holdfast.policy.Policy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GuardRulesTest {

  private static final String RULES =
      """
      order         | bills   | update bills set n = 1 ;; select * from accounts for update
      order         | bills   | delete from credits where id = 9 ;; update bills set n = 1
      upgrade       | bills   | select * from bills for share ;; update bills set n = 1
      cluster       | boxes   | update bills set n = 1 ;; update boxes set n = 1
      alone         | roles   | update bills set n = 1 ;; update roles set n = 1
      never         | audit   | select 1 ;; update audit set n = 1
      admin-only    | users   | select 1 ;; select * from users where id = 1 for update
      one-table     | bills   | select 1 ;; select * from accounts a join bills b using (id) for update
      unknown-table | unnamed | select 1 ;; update unnamed set n = 1
      unparsed      |         | select 1 ;; do $$ begin execute 'update bills set n = 1'; end $$
      """;

  private static final Policy ONE_TABLE =
      GuardLab.POLICY.withHelpers(Helpers.any().withOneTable(true));

  private static GuardLab lab;

  @BeforeAll
  static void open() throws SQLException {
    lab = new GuardLab();
  }

  @AfterAll
  static void close() {
    lab.close();
  }

  @ParameterizedTest(name = "{0}: {2}")
  @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = RULES)
  @DisplayName("P4: the guard refuses before anything is sent, and the transaction goes on")
  void refuses(String rule, String table, String sql) throws SQLException {
    List<String> steps = List.of(sql.split(";;", -1));
    try (Connection connection = lab.guarded(ONE_TABLE, GuardMode.THROW).getConnection();
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      statement.execute(steps.get(0));

      PolicyViolationException refusal =
          catchThrowableOfType(
              PolicyViolationException.class, () -> statement.execute(steps.get(1)));

      assertThat(refusal.findings()).extracting(f -> f.violation().rule()).containsOnlyOnce(rule);
      assertThat(refusal.getMessage()).contains("rule " + rule, "What to do: ");
      assertThat(refusal.getSQLState()).isEqualTo("HF0P1");
      if (table != null && !steps.get(0).contains(table)) {
        assertThat(GuardLab.hasLockOn(connection, table)).isFalse();
      }
      statement.execute(steps.get(0));
      connection.commit();
    }
  }

  @ParameterizedTest(name = "{0}: {2}")
  @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = RULES)
  @DisplayName("P4: a guard that warns lets it pass and tells of it once")
  void warns(String rule, String table, String sql) throws SQLException {
    lab.findings.clear();
    try (Connection connection = lab.guarded(ONE_TABLE, GuardMode.WARN).getConnection();
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      for (String step : sql.split(";;", -1)) {
        statement.execute(step);
      }
      if (table != null) {
        assertThat(GuardLab.hasLockOn(connection, table)).isTrue();
      }
      connection.rollback();
    }
    assertThat(lab.findings).hasSize(1);
    assertThat(lab.findings.get(0).violation().rule()).isEqualTo(rule);
  }

  @ParameterizedTest(name = "{0}: {2}")
  @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = RULES)
  @DisplayName("P4: a guard that is off is not there")
  void off(String rule, String table, String sql) throws SQLException {
    lab.findings.clear();
    assertThat(PolicyDataSource.wrap(lab.plain(), ONE_TABLE, GuardMode.OFF))
        .isExactlyInstanceOf(lab.plain().getClass());
    try (Connection connection = lab.guarded(ONE_TABLE, GuardMode.OFF).getConnection();
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      for (String step : sql.split(";;", -1)) {
        statement.execute(step);
      }
      connection.rollback();
    }
    assertThat(lab.findings).isEmpty();
  }
}
