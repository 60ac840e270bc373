package dev.holdfast.policy.graph;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Programs that look dangerous and are not; beside each, what would make it so. */
class HarmlessProgramsTest {

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
  @DisplayName("P5: a lock that a savepoint's rollback released is not held")
  void savepointRollback() throws SQLException {
    program
        .transaction("savepoint s", update("bills", 1), "rollback to s", update("accounts", 1))
        .transaction(update("accounts", 1), update("bills", 1));
    assertThat(program.cycles()).isEmpty();
    program.transaction("savepoint s", update("bills", 1), "release s", update("accounts", 1));
    assertThat(program.cycles()).hasSize(1);
  }

  @Test
  @DisplayName("P5: what was asked for before a savepoint's rollback still counts")
  void askedBeforeRollback() throws SQLException {
    program
        .transaction(update("accounts", 1), "savepoint s", update("bills", 1), "rollback to s")
        .transaction(update("bills", 1), update("accounts", 1));
    assertThat(program.cycles()).hasSize(1);
  }

  @Test
  @DisplayName("P5: rows that a SELECT … FOR UPDATE chose are those that are written afterwards")
  void chosenRows() throws SQLException {
    String choose = "select id from accounts where n = 0 order by id for update";
    program
        .transaction(choose, update("bills", 1), update("accounts", 1))
        .transaction(choose, update("bills", 2), update("accounts", 2));
    assertThat(program.cycles()).isEmpty();
    program.transaction(update("bills", 1), update("accounts", 1));
    assertThat(program.cycles()).isNotEmpty();
  }

  @Test
  @DisplayName("P5: a table lock that both take first is a gate")
  void tableGate() throws SQLException {
    String gate = "lock table gate in exclusive mode";
    program
        .transaction(gate, update("accounts", 1), update("bills", 1))
        .transaction(gate, update("bills", 1), update("accounts", 1));
    assertThat(program.cycles()).isEmpty();
    program.transaction(update("bills", 2), update("accounts", 2));
    assertThat(program.cycles()).hasSize(1);
  }

  @Test
  @DisplayName("P5: a gate that both may have is no gate")
  void sharedGate() throws SQLException {
    String gate = "select * from gate where id = 1 for share";
    program
        .transaction(gate, update("accounts", 1), update("bills", 1))
        .transaction(gate, update("bills", 1), update("accounts", 1));
    assertThat(program.cycles()).hasSize(1);
  }

  @Test
  @DisplayName("P5: NOWAIT and SKIP LOCKED wait for nobody")
  void noWait() throws SQLException {
    for (String how : new String[] {"nowait", "skip locked"}) {
      program.transaction(
          update("accounts", 1), "select * from bills where id = 1 for update " + how);
    }
    program.transaction(update("bills", 1), update("accounts", 1));
    assertThat(program.cycles()).isEmpty();
    program.transaction(update("accounts", 1), "select * from bills where id = 1 for update");
    assertThat(program.cycles()).hasSize(1);
  }

  @Test
  @DisplayName("P5: a row that both lock first by the same key is a gate, another row is not")
  void rowGate() throws SQLException {
    String gate = "select * from gate where id = %d for update";
    program
        .transaction(gate.formatted(1), update("accounts", 1), update("bills", 1))
        .transaction(gate.formatted(1), update("bills", 1), update("accounts", 1));
    assertThat(program.cycles()).isEmpty();
    program.transaction(gate.formatted(2), update("bills", 1), update("accounts", 1));
    assertThat(program.cycles()).hasSize(1);
  }

  @Test
  @DisplayName("P5: the row of a declared singleton is one row, however it is found")
  void singleton() throws SQLException {
    String gate = "select * from totals for update";
    program
        .transaction(gate, update("accounts", 1), update("bills", 1))
        .transaction(gate, update("bills", 1), update("accounts", 1));
    assertThat(program.cycles()).hasSize(1);
    GraphOptions options = GraphOptions.defaults().withSingleton("totals");
    assertThat(program.graph(options).findings()).isEmpty();
  }

  @Test
  @DisplayName("P5: rows made in the same transaction are locked by nobody else")
  void createdRows() throws SQLException {
    program
        .transaction(
            "insert into customers (id) values (101)",
            "insert into orders (customer) values (101)",
            "select * from customers where id = 101 for update")
        .transaction(update("customers", 1), update("accounts", 1))
        .transaction(
            "insert into customers (id) values (102)",
            update("accounts", 1),
            update("customers", 102));
    assertThat(program.cycles()).isEmpty();
    program.transaction(update("accounts", 1), update("customers", 2));
    assertThat(program.cycles()).hasSize(1);
  }

  @Test
  @DisplayName("P5: modes that do not conflict make no cycle: a foreign key beside an update")
  void modes() throws SQLException {
    program
        .transaction("insert into orders (customer) values (1)", update("accounts", 1))
        .transaction(update("accounts", 1), update("customers", 1));
    assertThat(program.cycles()).isEmpty();
    program.transaction(update("accounts", 1), "delete from customers where id = 1");
    assertThat(program.cycles()).isNotEmpty();
  }

  @Test
  @DisplayName("P5: a row locked at once in its strongest mode is no upgrade")
  void parentFirst() throws SQLException {
    program.transaction(
        "select * from customers where id = 1 for update",
        "insert into orders (customer) values (1)",
        "select * from customers where id = 1 for update",
        update("customers", 1));
    assertThat(program.cycles()).isEmpty();
  }

  @Test
  @DisplayName("P5: a row that the transaction has locked already is not waited for again")
  void lockedTwice() throws SQLException {
    program
        .transaction(update("accounts", 1), update("bills", 1), update("accounts", 1))
        .transaction(update("accounts", 2), update("bills", 2));
    assertThat(program.cycles()).isEmpty();
  }

  @Test
  @DisplayName("P5: rows always in the same order, and values that nobody else brings, are fine")
  void sameOrder() throws SQLException {
    String sql = "update accounts set n = n + 1 where id = ?";
    program.each(sql, 2, 9).each(sql, 1, 2).each(sql, 9, 9);
    program.each("insert into codes values (?)", "a", "b", "c");
    program.each("insert into codes values (?)", "z", "y");
    assertThat(program.graph().findings()).isEmpty();
  }

  @Test
  @DisplayName("P5: several rows in no order are told, unless they were locked in order before")
  void unordered() throws SQLException {
    program.transaction(
        "select * from accounts where n = 0 order by id for update",
        "update accounts set n = 1 where n = 0");
    assertThat(program.graph().findings()).isEmpty();
    program.transaction("update accounts set n = 2 where n = 1");
    assertThat(program.graph().findings())
        .extracting(LockFinding::kind)
        .containsExactly(LockFinding.Kind.UNORDERED);
  }

  private static String update(String table, int id) {
    return "update " + table + " set n = n + 1 where id = " + id;
  }
}
