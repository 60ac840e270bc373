package dev.holdfast.policy.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("The static check")
class StaticCheckTest {
  @TempDir Path dir;
  Checked checked = new Checked(Path.of("."));

  @BeforeEach
  void begin() {
    checked = new Checked(dir);
  }

  @Test
  @DisplayName("P3: locking SQL outside of the helper packages is found, inside it is not")
  void helperPackages() {
    String body = "  String sql = \"select * from sessions for update\";";
    checked.withClass("app.locks.Sessions", body).withClass("app.Service", body);
    assertThat(checked.run().findings())
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.rule()).isEqualTo("helper-package");
              assertThat(finding.place()).hasToString("app/Service.java:3:40");
              assertThat(finding.reason()).contains("app.Service.sql", "sessions", "app.locks");
              assertThat(finding.fix()).isNotBlank();
            });
  }

  @Test
  @DisplayName("P3: whether a helper is called by an admin flow, its own text can't tell")
  void helperOfAdmins() {
    String body = "  String sql = \"select * from users for update\";";
    checked.withClass("app.locks.Users", body).withClass("app.Service", body);
    assertThat(checked.found()).containsExactlyInAnyOrder("admin-only 3", "helper-package 3");
  }

  @Test
  @DisplayName("P3: a locking statement on two tables is found")
  void twoTables() {
    checked.withClass(
        "app.locks.Both",
        "  String sql = \"select * from assignments a join sessions s on s.a = a.id for update\";");
    assertThat(checked.found()).containsExactly("one-table 3");
  }

  @Test
  @DisplayName("P3: order is judged within one transaction, and the finding says why it is one")
  void order() {
    String body =
        """
          void run(Db db) {
            db.go("update submissions set a = 1 where id = ?");
            db.go("update assignments set a = 1 where id = ?");
          }
        """;
    checked.withClass("app.Plain", body).withClass("app.Tx", "  @Transactional\n" + body);
    assertThat(checked.run().findings())
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.place().toString()).startsWith("app/Tx.java:6");
              assertThat(finding.rule()).isEqualTo("order");
              assertThat(finding.reason())
                  .contains("Taken as one transaction: the method is @Transactional");
            });
  }

  @Test
  @DisplayName(
      "P3: crossing clusters, never-lock and admin-only tables, UPDATE and DELETE included")
  void otherRules() {
    checked.withClass(
        "app.Service",
        """
          void a() { transactions().run(tx -> {
            tx.go("update sessions set a = 1");
            tx.go("delete from groups where id = 1");
          }); }
          void b(Db db) { db.go("delete from audit where id = 1"); }
          void c(Db db) { db.go("update users set role = 1"); }
          void d(Db db) { db.go("insert into audit (a) values (1)"); }
        """);
    assertThat(checked.found()).containsExactly("cluster 5", "never 7", "admin-only 8");
  }

  @Test
  @DisplayName("P3: the entry point of an operation is one transaction and locks what it declares")
  void entryPoints() {
    checked
        .withClass(
            "app.Service",
            """
              void start(Db db) {
                db.go("update assignments set a = 1");
                db.go("update submissions set a = 1");
              }
            """)
        .withClass("app.Admin", "  void setRole(Db db) { db.go(\"update users set role = 1\"); }");
    assertThat(checked.run().findings())
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.rule()).isEqualTo("operation");
              assertThat(finding.reason()).contains("it is the entry point of Start");
            });
  }

  @Test
  @DisplayName("P8: a table that the policy does not name is a finding, unless it is exempt")
  void unknownTables() {
    checked.withClass(
        "app.Service",
        "  String a = \"delete from nobody where id = 1\";\n"
            + "  String b = \"delete from legacy where id = 1\";");
    assertThat(checked.found()).containsExactly("unknown-table 3");
  }

  @Test
  @DisplayName("P8: SQL that can't be parsed is a finding; so is a file that can't")
  void unparsed() {
    checked.withClass(
        "app.Service",
        "  void a(Connection c) { c.prepareStatement(\"update sessions sett a = 1\"); }");
    checked.withClass("app.Broken", "  void m( {");
    assertThat(checked.found()).containsExactlyInAnyOrder("unparsed 3", "unreadable 3");
  }

  @Test
  @DisplayName("P8: what can't be folded is said where it may lock, and not where it only reads")
  void unfolded() {
    checked.withClass(
        "app.locks.Dao",
        """
          void m(Connection c, String table, String sql, String where, String id) {
            c.prepareStatement("select * from " + table + " for update");
            c.prepareStatement("delete from " + table + " where id = ?");
            c.prepareStatement(sql);
            c.prepareStatement(sql + " for update");
            c.prepareStatement("select * from sessions where " + where);
            c.prepareStatement("select * from " + table);
            c.prepareStatement("update sessions set a = " + id + " where " + where);
            c.prepareStatement("select * from sessions " + lockClause());
          }
          String clause() { return " for update"; }
        """);
    assertThat(checked.found())
        .containsExactly(
            "unfolded 4", "unfolded 5", "unfolded 6", "unfolded 7", "unfolded 11", "unfolded 13");
  }

  @Test
  @DisplayName("P3: of migrations only unknown tables, reporting keys and function bodies count")
  void migrations() {
    checked.with(
        "db/migration/V1__init.sql",
        """
        create table sessions (id int);
        create table surprise (id int);
        create table passing (id int);
        drop table passing;
        delete from audit;
        lock table sessions;
        create table report (id int references sessions);
        create function f() returns void language plpgsql as $$
        begin
          perform 1 from sessions for update;
        end $$;
        """);
    assertThat(checked.found())
        .containsExactly("unknown-table 2", "reporting-fk 7", "helper-package 10");
  }

  @Test
  @DisplayName("P3: mappers and @Lock are held against the policy as well")
  void otherSources() {
    checked.with(
        "m.xml",
        """
        <mapper namespace="app.SessionMapper">
          <select id="one">
            select * from sessions where id=#{id, jdbcType=VARCHAR} for update
          </select>
          <select id="other" databaseId="oracle">select * from sessions for update wait 5</select>
        </mapper>
        """);
    checked.with(
        "app/Repo.java",
        """
        package app;
        @Entity @Table(name = "users") class User {}
        interface Repo extends JpaRepository<User, Long> {
          @Lock(LockModeType.PESSIMISTIC_WRITE) User findById(long id);
        }
        """);
    assertThat(checked.found())
        .containsExactly("admin-only 4", "helper-package 4", "helper-package 3");
  }

  @Test
  @DisplayName("P3: a comment allows a finding if it names the rule and a reason")
  void allows() {
    checked.withClass(
        "app.Service",
        """
          // holdfast:allow never the archive is emptied by hand
          String a = "delete from audit where id = 1";
          // holdfast:allow never
          String b = "delete from audit where id = 2";
          // holdfast:allow order this is not about order
          String c = "delete from audit where id = 3";
        """);
    CheckResult result = checked.run();
    assertThat(result.findings())
        .extracting(f -> f.rule() + " " + f.place().line())
        .containsExactly("allow 5", "never 6", "never 8");
    assertThat(result.counts().allowed()).isEqualTo(1);
    assertThat(result.notes()).singleElement().asString().contains("order allows nothing");
  }
}
