package dev.holdfast.samples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.samples.Pages.Block;
import dev.holdfast.support.Isolation;
import dev.holdfast.support.Lab;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The SQL of docs/guide.md and docs/operating.md, as somebody with psql would type it. */
class SqlSamplesTest {

  private final Lab lab = new Lab(Isolation.READ_COMMITTED).spoil();
  private String token = "";
  private String fence = "";

  @BeforeEach
  void leaseOfAnother() {
    lab.open().leases().acquire("instance/1");
  }

  @AfterEach
  void close() {
    lab.sql().run("drop role if exists locks");
    lab.close();
  }

  @Test
  @DisplayName("leases from psql: what a statement needs is what the one before has answered")
  void leases() throws SQLException {
    List<String> answers = run("docs/guide.md");
    assertThat(token).hasSize(36);
    assertThat(answers.subList(1, 3)).as("renew, release").allMatch(answer -> !answer.isEmpty());
    assertThat(lab.sql().text("select holdfast.history_retention()")).isEqualTo("30 days");
  }

  @Test
  @DisplayName("roles for the service; fences raised after a restore")
  void operating() throws SQLException {
    run("docs/operating.md");
    assertThat(lab.sql().text("select pg_has_role('locks', 'holdfast_admin', 'member')"))
        .isEqualTo("t");
    assertThat(lab.sql().number("select fence from holdfast.lease where resource = 'instance/1'"))
        .isGreaterThan(1_000_000);
  }

  private List<String> run(String page) throws SQLException {
    List<String> answers = new ArrayList<>();
    try (Connection connection = lab.dataSource().getConnection();
        Statement statement = connection.createStatement()) {
      for (Block block : Pages.blocks(page)) {
        if (block.language().equals("sql")) {
          for (String sql : block.text().replaceAll("--[^\n]*", "").strip().split(";\\s*", -1)) {
            answers.add(answer(statement, sql.replace("<token>", token).replace("<fence>", fence)));
          }
        }
      }
    }
    return answers;
  }

  /** The first column of the first row; a token and a fence are kept for what follows. */
  private String answer(Statement statement, String sql) throws SQLException {
    if (sql.isBlank() || !statement.execute(sql)) {
      return "";
    }
    try (ResultSet row = statement.getResultSet()) {
      if (!row.next()) {
        return "";
      }
      if (sql.contains("holdfast.acquire")) {
        token = row.getString("token");
        fence = row.getString("fence");
      }
      return String.valueOf(row.getString(1));
    }
  }
}
