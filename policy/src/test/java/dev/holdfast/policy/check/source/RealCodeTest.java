package dev.holdfast.policy.check.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What real code bases do with SQL, and was once misread. */
class RealCodeTest {
  @TempDir Path dir;
  SourceTree tree = new SourceTree(Path.of("."));

  @BeforeEach
  void begin() {
    tree = new SourceTree(dir);
  }

  @Test
  @DisplayName("P3: what is made with SQL stands for it, as an enum's constant does")
  void enumConstants() {
    tree.withClass(
        """
          enum Query {
            ONE("select * from orders for update"), TWO("x", "delete from orders");
            Query(String... sql) {}
          }
          void a(Jdbc jdbcTemplate) {
            jdbcTemplate.batchUpdate(getQuery(Query.ONE));
            jdbcTemplate.batchUpdate(getQuery(Query.TWO));
            jdbcTemplate.batchUpdate(new RawStatement("delete from orders"));
          }
        """);
    assertThat(tree.texts()).containsOnly("select * from orders for update", "delete from orders");
    assertThat(tree.read().texts()).allMatch(SqlText::isComplete);
  }

  @Test
  @DisplayName("P3: a connection that is handed to a helper is no SQL, whatever its name is")
  void connections() {
    tree.withClass(
        """
          void a(java.sql.Connection connection, String sql) {
            executeQuery(getConnection(), this::all);
            executeUpdate(connection, c -> c);
            executeUpdate(connectionProvider.get(), c -> c);
            executeQuery(sql);
          }
        """);
    assertThat(tree.read().texts())
        .singleElement()
        .extracting(text -> text.place().line())
        .isEqualTo(7);
  }

  @Test
  @DisplayName("P3: a method that is given a table's name gives that table")
  void tableNames() {
    tree.withClass(
        """
          void a(Jdbc jdbc) {
            jdbc.execute("delete from " + getTableName("orders"));
            jdbc.execute("delete from " + getTableName(any));
            jdbc.execute("delete from " + Utils.tableNameOf("LINES", this));
          }
        """);
    assertThat(tree.texts())
        .containsExactly("delete from orders", "delete from holdfast_hole_1", "delete from LINES");
  }

  @Test
  @DisplayName("P3: a DELETE with an alias is SQL whatever follows the alias")
  void aliases() {
    tree.withClass("  String a = \"delete from orders o using lines l where o.id = l.id\";");
    assertThat(tree.texts()).hasSize(1);
  }

  @Test
  @DisplayName("P3: Java 8 is read too, where a method may be called yield")
  void javaEight() {
    tree.withClass("  void a() { yield(); } void yield() { run(\"delete from orders\"); }");
    assertThat(tree.texts()).containsExactly("delete from orders");
    assertThat(tree.read().unreadable()).isEmpty();
  }

  @Test
  @DisplayName("P3: classes whose names say another database are skipped, and it is said")
  void otherDatabases() {
    String body = "package app; class X { String sql = \"delete from orders\"; }";
    for (String other :
        List.of("OracleDelegate", "Oracle11Table", "MSSQLDelegate", "Update25_MySQL_Consent")) {
      tree.with("app/" + other + ".java", body);
    }
    for (String own : List.of("OracleToPostgresCopy", "OracleanThings", "PostgresDialect")) {
      tree.with("app/" + own + ".java", body);
    }
    SqlSources.Found found = tree.read();
    assertThat(found.texts()).hasSize(3);
    assertThat(found.notes().toString())
        .contains("4 files skipped, named for other databases: ", "OracleDelegate.java");
  }
}
