package dev.holdfast.policy.graph;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.policy.graph.LockFinding.Kind;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Programs that can deadlock and did not: each is found, and replayed to a real 40P01. */
class SeededDeadlocksTest {

  private Program program;

  @BeforeEach
  void open() throws SQLException {
    program = new Program();
  }

  @AfterEach
  void close() {
    program.close();
  }

  @Test
  @DisplayName("P5: two tables in two orders deadlock")
  void twoTables() throws SQLException {
    program
        .transaction(update("accounts", 1), update("bills", 1))
        .transaction(update("bills", 1), update("accounts", 1));
    LockFinding finding = confirmed(Kind.TABLE_ORDER);
    assertThat(finding.title()).isEqualTo("accounts → bills → accounts");
    assertThat(finding.fix()).contains("Lock accounts, then bills");
  }

  @Test
  @DisplayName("P5: three transactions in a circle of three tables deadlock")
  void threeTables() throws SQLException {
    program
        .transaction(update("accounts", 1), update("bills", 1))
        .transaction(update("bills", 1), update("credits", 1))
        .transaction(update("credits", 1), update("accounts", 1));
    assertThat(confirmed(Kind.TABLE_ORDER).edges()).hasSize(3);
  }

  @Test
  @DisplayName("P5: two inserts lock a parent by foreign key, then both want it FOR UPDATE")
  void foreignKeyUpgrade() throws SQLException {
    program.transaction(
        "insert into orders (customer) values (1)",
        "select * from customers where id = 1 for update");
    LockFinding finding = confirmed(Kind.UPGRADE);
    assertThat(finding.edges().get(0).held().words())
        .isEqualTo("customers [id = 1] FOR KEY SHARE (FK orders_customer_fk → customers)");
    assertThat(finding.fix()).contains("FOR NO KEY UPDATE instead of FOR UPDATE");
  }

  @Test
  @DisplayName("P5: a cascade from parent to child against child, then parent")
  void cascade() throws SQLException {
    program
        .transaction("update orders set n = 1 where id = 2", update("customers", 2))
        .transaction("delete from customers where id = 2");
    LockFinding finding = confirmed(Kind.TABLE_ORDER);
    assertThat(TextReport.oneLine(finding.edges().toString())).contains("orders_customer_fk");
  }

  @Test
  @DisplayName("P5: unique values in two orders deadlock")
  void uniqueInserts() throws SQLException {
    program.each("insert into codes values (?)", "a", "b");
    program.transaction("delete from codes");
    program.each("insert into codes values (?)", "b", "a");
    assertThat(confirmed(Kind.VALUE_ORDER).fix()).contains("Sort the rows");
  }

  @Test
  @DisplayName("P5: rows of one table in two orders deadlock")
  void rowOrder() throws SQLException {
    String sql = "update accounts set n = n + 1 where id = ?";
    program.each(sql, 1, 2).each(sql, 2, 1);
    assertThat(confirmed(Kind.ROW_ORDER).title()).isEqualTo("accounts → accounts → accounts");
  }

  @Test
  @DisplayName("P5: a deferred foreign key locks its parent at the commit")
  void deferred() throws SQLException {
    program
        .transaction("insert into notes (customer) values (3)", update("accounts", 3))
        .transaction("select * from customers where id = 3 for update", update("accounts", 3));
    LockFinding finding = confirmed(Kind.TABLE_ORDER);
    assertThat(TextReport.of(program.graph())).contains("COMMIT");
    assertThat(finding.fix()).contains("The constraint is deferred");
  }

  @Test
  @DisplayName("P5: what a trigger locks counts")
  void trigger() throws SQLException {
    program
        .transaction("insert into entries (n) values (1)", update("accounts", 4))
        .transaction(update("accounts", 4), "insert into entries (n) values (2)");
    assertThat(confirmed(Kind.TABLE_ORDER).title()).contains("totals");
  }

  @Test
  @DisplayName("P5: a table locked SHARE by two that then write to it")
  void tableUpgrade() throws SQLException {
    program.transaction("lock table accounts in share mode", update("accounts", 1));
    confirmed(Kind.UPGRADE);
  }

  @Test
  @DisplayName("P5: a unique value that two bring, and a row, in two orders")
  void valueAndRow() throws SQLException {
    program
        .transaction("insert into codes values ('x')", update("accounts", 1))
        .transaction("delete from codes where code = 'x'")
        .transaction(update("accounts", 1), "insert into codes values ('y')");
    assertThat(program.cycles()).as("different values").isEmpty();
    program.transaction(update("accounts", 1), "insert into codes values ('x')");
    confirmed(Kind.TABLE_ORDER);
  }

  /** The only finding that is a cycle; PostgreSQL agrees. */
  private LockFinding confirmed(Kind kind) throws SQLException {
    assertThat(program.cycles()).extracting(LockFinding::kind).containsExactly(kind);
    LockFinding finding = program.cycles().get(0);
    ReplayResult result = Program.replay(finding);
    assertThat(result.outcome()).as(result.words()).isEqualTo(ReplayResult.Outcome.CONFIRMED);
    return finding;
  }

  private static String update(String table, int id) {
    return "update " + table + " set n = n + 1 where id = " + id;
  }
}
