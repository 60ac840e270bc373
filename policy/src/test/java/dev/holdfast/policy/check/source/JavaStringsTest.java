package dev.holdfast.policy.check.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("SQL in Java strings")
class JavaStringsTest {
  @TempDir Path dir;
  SourceTree tree = new SourceTree(Path.of("."));

  @BeforeEach
  void begin() {
    tree = new SourceTree(dir);
  }

  @Test
  @DisplayName("P3: constants are folded across classes, files and inheritance")
  void constants() {
    tree.with("app/Tables.java", "package app; interface Tables { String ORDERS = \"orders\"; }");
    tree.with(
        "other/Clauses.java",
        "package other; public class Clauses { public static final String LOCK = \" for update\"; }");
    tree.with(
        "app/Dao.java",
        """
        package app;
        import static other.Clauses.LOCK;
        import other.Clauses;
        class Dao implements Tables {
          private static final String ALL = "select * from " + ORDERS;
          void a(java.sql.Connection c) throws Exception { c.prepareStatement(ALL + LOCK); }
          void b(java.sql.Connection c) throws Exception {
            c.prepareStatement("select id from " + Tables.ORDERS + other.Clauses.LOCK);
          }
        }
        """);
    assertThat(tree.texts())
        .containsExactly("select * from orders for update", "select id from orders for update");
  }

  @Test
  @DisplayName("P3: text blocks keep their lines, so that a finding points into them")
  void textBlocks() {
    tree.withClass(
        """
          String sql = \"""
              select *
              from orders
              for update
              \""";
        """);
    SqlText text = tree.read().texts().get(0);
    assertThat(text.text()).isEqualTo("select *\nfrom orders\nfor update\n");
    assertThat(text.at(text.text().indexOf("for update")).line()).isEqualTo(6);
    assertThat(text.owner().name()).isEqualTo("app.App.sql");
  }

  @Test
  @DisplayName("P3: each part of a concatenation keeps its own line and column")
  void placesOfParts() {
    tree.withClass(
        "  String sql = \"select * \"\n      + \"from orders \"\n      + \"for update\";");
    SqlText text = tree.read().texts().get(0);
    assertThat(text.at(text.text().indexOf("for update")))
        .isEqualTo(new Place("app/App.java", 5, 10));
  }

  @Test
  @DisplayName("P3: format, formatted, join, concat and replace are folded")
  void stringMethods() {
    tree.withClass(
        """
          static final String T = "orders";
          void m(Db db) {
            db.go(String.format("update %s set a = %d", T, 1));
            db.go("delete from %s where id = ?".formatted(T));
            db.go(String.join(" ", "select *", "from", T, "for share"));
            db.go("select 1 from ".concat(T).concat(" for update"));
            db.go("update ${t} set b = 1".replace("${t}", T));
          }
        """);
    assertThat(tree.texts())
        .containsExactly(
            "update orders set a = 1",
            "delete from orders where id = ?",
            "select * from orders for share",
            "select 1 from orders for update",
            "update orders set b = 1");
  }

  @Test
  @DisplayName("P3: a variable is followed through +=, append and branches")
  void variables() {
    tree.withClass(
        """
          void m(Db db, boolean lock) {
            String sql = "select * from orders";
            sql += " where id = ?";
            if (lock) {
              sql += " for update";
            }
            db.go(sql);
            StringBuilder b = new StringBuilder("delete from orders");
            b.append(" where id = ?").append(" and v = ?");
            db.go(b.toString());
            String mode = lock ? " for share" : "";
            db.go("select a from b" + mode);
          }
        """);
    assertThat(tree.texts())
        .containsExactlyInAnyOrder(
            "select * from orders where id = ? for update",
            "select * from orders where id = ?",
            "delete from orders where id = ? and v = ?",
            "select a from b for share",
            "select a from b");
  }

  @Test
  @DisplayName("P3: what only the running program knows is a hole that names itself")
  void holes() {
    tree.withClass(
        """
          void m(java.sql.Connection c, String table, String sql) throws Exception {
            c.prepareStatement("select * from " + table + " for update");
            c.prepareStatement(sql);
          }
        """);
    List<SqlText> texts = tree.read().texts();
    assertThat(texts).hasSize(2).noneMatch(SqlText::isComplete);
    assertThat(texts.get(0).text()).isEqualTo("select * from holdfast_hole_1 for update");
    assertThat(texts.get(0).holes().get(0).what()).isEqualTo("String table");
  }

  @Test
  @DisplayName("P3: methods that give SQL, and those that pass it on, are looked through")
  void methods() {
    tree.withClass(
        """
          String query() { return "select * from orders for update"; }
          void m(java.sql.Connection c) throws Exception {
            c.prepareStatement(query());
            c.prepareStatement(quoted("delete from orders where id = 1"));
          }
        """);
    assertThat(tree.texts())
        .containsExactly("select * from orders for update", "delete from orders where id = 1");
  }

  @Test
  @DisplayName("P3: placeholders of frameworks are holes, unless they are defined")
  void placeholders() {
    tree.withClass(
        "  String s = \"update ${prefix}jobs set a = 1\", t = \"delete from ${schema}.x\";");
    assertThat(tree.texts())
        .containsExactly("update holdfast_hole_1jobs set a = 1", "delete from x");
    assertThat(tree.readWith(Map.of("prefix", "act_")).texts().get(0).text())
        .isEqualTo("update act_jobs set a = 1");
  }

  @Test
  @DisplayName("P3: prose that begins like SQL is none")
  void prose() {
    tree.withClass(
        """
          void m(Log log, Service service, Object item) {
            log.info("Select a value");
            log.info("Update the settings of your account");
            log.info("Delete from cart");
            log.info("insert coin");
            log.info("with great power");
            log.info("lock acquired for update of foo");
            service.update(item);
            service.execute("run-it");
            service.query("name");
          }
        """);
    assertThat(tree.texts()).isEmpty();
  }

  @Test
  @DisplayName(
      "P3: a constant that methods use is judged there, one that nobody uses where it stands")
  void usedConstants() {
    tree.withClass(
        """
          static final String USED = "delete from a where id = 1";
          static final String UNUSED = "delete from b where id = 1";
          void m(Db db) { db.go(USED); }
        """);
    List<SqlText> texts = tree.read().texts();
    assertThat(texts).extracting(text -> text.owner().member()).containsExactly("UNUSED", "m");
  }

  @Test
  @DisplayName("P3: a name that leads back to itself ends")
  void cycles() {
    tree.withClass(
        """
          String a = "select * from x for update" + b;
          String b = a.trim() + wrap(wrap(wrap(a)));
        """);
    assertThat(tree.texts()).isNotEmpty();
  }

  @Test
  @DisplayName("P3: transactions are seen by annotation, runner, autocommit and declared operation")
  void boundaries() {
    tree.withClass(
        """
          @Transactional void a(Db db) { db.go("delete from a where id = 1"); }
          void b(Db db) { holdfast.transactions().run(tx -> db.go("delete from b where id = 1")); }
          void c(Connection c) { c.setAutoCommit(false); c.prepareStatement("delete from c where id = 1"); }
          void d(Db db) { db.go("delete from d where id = 1"); }
          void e(Db db) { Operation.run("Start", () -> db.go("delete from e where id = 1")); }
          @Transactional(propagation = Propagation.NEVER) void f(Db db) { db.go("delete from f where id = 1"); }
        """);
    assertThat(tree.read().texts())
        .extracting(text -> text.owner().unit().boundary().name() + text.owner().unit().operation())
        .containsExactly("ANNOTATION", "LAMBDA", "AUTOCOMMIT_OFF", "NONE", "NONEStart", "NONE");
  }
}
