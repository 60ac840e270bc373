package dev.holdfast.policy.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.embedded.PostgresServer;
import dev.holdfast.embedded.TestDatabase;
import dev.holdfast.policy.TableName;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CatalogTest {

  private static CorpusDatabase database;
  private static SqlLocks analysis;

  @BeforeAll
  static void open() throws SQLException {
    database = new CorpusDatabase();
    analysis = SqlLocks.with(database.catalog());
  }

  @AfterAll
  static void close() {
    database.close();
  }

  @Test
  @DisplayName("P8: a snapshot of the catalog says the same as the database")
  void aSnapshotSaysTheSameAsTheDatabase() {
    String text = database.catalog().toText();
    Catalog again = Catalog.fromText(text);

    assertThat(again.toText()).isEqualTo(text);
    for (String before : List.of("#", "# ")) {
      String emoji = before + "\ud83d\ude00".repeat(3_000) + "\n";
      assertThat(Catalog.fromText(emoji + text).toText()).isEqualTo(text);
    }
    SqlLocks offline = SqlLocks.with(again);
    for (Corpus.Entry entry : Corpus.read()) {
      assertThat(offline.of(entry.sql())).isEqualTo(analysis.of(entry.sql()));
    }
  }

  @Test
  @DisplayName("P8: a name without a schema means the first table of the search path")
  void searchPath() throws SQLException {
    try (TestDatabase own = PostgresServer.shared().createDatabase();
        Connection connection = own.dataSource().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(
          """
          create schema one; create table one.t (id int primary key);
          create schema two; create table two.t (id int primary key, up int references one.t);
          """);
      for (String first : List.of("one", "two")) {
        statement.execute("set search_path = " + first + ", one, two");
        Catalog read = Catalog.read(connection);
        for (Catalog catalog : List.of(read, Catalog.fromText(read.toText()))) {
          assertThat(SqlLocks.with(catalog).of("insert into t values (1, 1)").get(0).inserts())
              .containsExactly(new TableName(first, "t"));
        }
      }
    }
  }

  @Test
  void twoDatabasesOfOneSchemaHaveOneSnapshot() throws SQLException {
    try (CorpusDatabase other = new CorpusDatabase()) {
      assertThat(other.catalog().toText()).isEqualTo(database.catalog().toText());
    }
  }

  @Test
  void aTextThatIsNoSnapshotIsRefusedWithAWordOnWhatToDo() {
    for (String text : List.of("", "a: 1", "- x", "{", "holdfast_catalog: 7")) {
      assertThatThrownBy(() -> Catalog.fromText(text))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("catalog snapshot");
    }
  }

  @Test
  @DisplayName("P8: a table that the catalog does not know is a doubt, and still said")
  void anUnknownTableIsADoubt() {
    StatementLocks locks = analysis.of("update nowhere set x = 1").get(0);

    assertThat(locks.doubts()).containsExactly("the catalog does not know table nowhere");
    assertThat(Shown.locks(locks)).isEqualTo("nowhere NO_KEY_UPDATE");
  }

  @Test
  @DisplayName("P8: Holdfast's own tables are no doubt: their schema may be made after a look")
  void holdfastsTablesAreNoDoubt() {
    StatementLocks locks = analysis.of("update holdfast.event set status = 'done'").get(0);

    assertThat(locks.doubts()).isEmpty();
    assertThat(Shown.locks(locks)).contains("event NO_KEY_UPDATE");
  }

  @Test
  void reasonsSayWhereALockComesFrom() {
    assertThat(analysis.of("delete from orders where id = 1").get(0).locks())
        .extracting(Lock::reason)
        .contains(
            "DELETE",
            "FK lines_order_fk ON DELETE CASCADE: DELETE",
            "FK lines_order_fk ON DELETE CASCADE: FK notes_line_fk ON DELETE CASCADE: DELETE");
    assertThat(analysis.of("insert into orders (id, customer_id) values (1, 1)").get(0).locks())
        .extracting(Lock::reason)
        .containsExactly("unique index orders_pkey of orders", "FK orders_customer_fk → customers");
    assertThat(analysis.of("update documents set title = 'x'").get(0).locks())
        .extracting(Lock::reason)
        .contains("trigger documents_audit of documents: UPDATE");
  }

  @Test
  void deferredLocksAreAtCommit() {
    StatementLocks locks = analysis.of("insert into invoices values (7, 1, 'x')").get(0);

    assertThat(Shown.locks(locks))
        .isEqualTo(
            "public.invoices UNIQUE_VALUE, public.invoices UNIQUE_VALUE AT_COMMIT,"
                + " public.customers KEY_SHARE AT_COMMIT");
  }

  @Test
  void rowsThatAStatementInsertsAreKnown() {
    assertThat(analysis.of("insert into documents (id) values (1)").get(0).inserts())
        .containsExactly(new TableName("public", "documents"), new TableName("public", "audit"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "select * from customers where id = ? for update                      | KEY",
        "select * from customers c where c.email = :mail and c.name = 'x' for update | KEY",
        "select * from customers where (id = ?) and balance > 1 for update    | KEY",
        "select * from customers where id = any(?) for update                 | SEVERAL",
        "select * from customers where id = balance for update                | SEVERAL",
        "select * from customers where id = ? or id = ? for update            | SEVERAL",
        "select * from customers where id in (?, ?) order by id for update    | ORDERED",
        "select * from customers limit 1 for update                           | ONE",
        "select * from products where price = ? for update                    | SEVERAL",
        "select * from order_lines where order_id = 1 for update              | SEVERAL",
        "select * from order_lines where order_id = 1 and 2 = line for update | KEY",
        "update order_lines set quantity = 1 where order_id = ? and line = ?  | KEY",
        "update customers set name = 'x'                                      | SEVERAL",
        "delete from bookings where id = ?                                    | KEY",
        "insert into counters values ('x', 1)                                 | ONE",
        "insert into counters values ('x', 1), ('y', 2)                       | SEVERAL",
        "insert into counters select name, 1 from customers                   | SEVERAL",
      })
  @DisplayName("P5: whether a lock is on one row, on several in order, or on several as they come")
  void tellsHowRowsArePicked(String sql, Rows rows) {
    assertThat(analysis.of(sql).get(0).locks().get(0).rows()).isEqualTo(rows);
  }
}
