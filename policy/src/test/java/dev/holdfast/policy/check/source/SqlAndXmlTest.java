package dev.holdfast.policy.check.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("SQL in scripts, migrations and mappers")
class SqlAndXmlTest {
  @TempDir Path dir;
  SourceTree tree = new SourceTree(Path.of("."));

  @BeforeEach
  void begin() {
    tree = new SourceTree(dir);
  }

  @Test
  @DisplayName("P3: scripts are cut into statements, each with its own place")
  void scripts() {
    tree.with(
        "a.sql",
        """
        -- a comment; with a semicolon
        update a set x = 'it''s; fine';
        select $$ ; $$, "odd;name" from b for update;
        \\echo psql
        copy c from stdin;
        1;2
        \\.
        /* nested /* ; */ ; */ delete from d where id = 1;
        """);
    List<SqlText> texts = tree.read().texts();
    assertThat(texts).hasSize(4);
    assertThat(texts.get(1).place()).isEqualTo(new Place("a.sql", 3, 1));
    assertThat(texts.get(3).text().strip()).endsWith("delete from d where id = 1");
  }

  @Test
  @DisplayName("P3: what stands between BEGIN and COMMIT is one transaction")
  void blocks() {
    tree.with(
        "a.sql", "delete from a;\nbegin;\ndelete from b;\ndelete from c;\ncommit;\ndelete from d;");
    List<SqlText> texts = tree.read().texts();
    assertThat(texts)
        .extracting(text -> text.owner().unit().boundary())
        .containsExactly(
            Unit.Boundary.NONE, Unit.Boundary.BLOCK, Unit.Boundary.BLOCK, Unit.Boundary.NONE);
  }

  @Test
  @DisplayName(
      "P3: migrations are known by Flyway's names, Liquibase's first line or their directory")
  void migrations() {
    tree.with("V1__init.sql", "delete from a;")
        .with("changes.sql", "--liquibase formatted sql\n--changeset me:1\ndelete from b;")
        .with("db/migration/x.sql", "delete from c;")
        .with("queries/x.sql", "delete from d;");
    assertThat(tree.read().texts())
        .extracting(SqlText::how)
        .containsExactlyInAnyOrder(How.MIGRATION, How.MIGRATION, How.MIGRATION, How.SQL_FILE);
  }

  @Test
  @DisplayName(
      "P3: statements in the bodies of functions and DO blocks are found, with their lines")
  void bodies() {
    tree.with(
        "f.sql",
        """
        create function f() returns void language plpgsql as $$
        begin
          if true then
            perform 1 from a for update;
          end if;
          update b set x = 1;
        end $$;
        do $$ begin delete from c where id = 1; end $$;
        """);
    List<SqlText> texts = tree.read().texts();
    assertThat(texts)
        .extracting(text -> text.text().strip().replaceAll("(?s)\\W.*", "") + text.place().line())
        .containsExactly("create1", "select4", "update6", "do8", "delete8");
  }

  @Test
  @DisplayName("P3: mappers of MyBatis: includes, dynamic tags and parameters")
  void mappers() {
    tree.with(
        "OrderMapper.xml",
        """
        <?xml version="1.0"?>
        <!DOCTYPE mapper PUBLIC "-//mybatis.org//DTD Mapper 3.0//EN" "mybatis-3-mapper.dtd">
        <mapper namespace="app.orders.OrderMapper">
          <sql id="lock">for update</sql>
          <select id="one" resultType="x">
            select * from orders
            <where>
              <if test="id != null">and id = #{id}</if>
              <if test="a != null">and a &lt; #{a}</if>
            </where>
            <include refid="lock"/>
          </select>
          <update id="change">
            update orders
            <set><if test="a != null">a = #{a},</if></set>
            where id in <foreach open="(" close=")" collection="ids">#{item}</foreach>
          </update>
          <delete id="gone">
            delete from
            <choose><when test="x">orders</when><otherwise>lines</otherwise></choose>
            where id = #{id}
          </delete>
        </mapper>
        """);
    List<SqlText> texts = tree.read().texts();
    assertThat(texts.stream().map(t -> t.text().strip().replaceAll("\\s+", " ")).toList())
        .contains(
            "select * from orders where id = #{id} and a < #{a} for update",
            "select * from orders for update",
            "update orders set a = #{a} where id in (#{item})",
            "delete from orders where id = #{id}",
            "delete from lines where id = #{id}");
    SqlText first = texts.get(0);
    assertThat(first.owner().name()).isEqualTo("app.orders.OrderMapper.one");
    assertThat(first.place().line()).isEqualTo(6);
  }

  @Test
  @DisplayName("P3: statements of a mapper for other databases are no statements")
  void otherDatabases() {
    tree.with(
        "mapper/Orders.xml",
        """
        <mapper namespace="app.Orders">
          <delete id="gone">delete from orders</delete>
          <delete id="gone_mssql">delete from o with (forceseek)</delete>
          <delete id="gone" databaseId="oracle">delete from other</delete>
          <delete id="gone" databaseId="postgresql">delete from lines</delete>
        </mapper>
        """);
    tree.with("db/tables_oracle23.sql", "create table x (a int);");
    tree.with("db/app.cockroachdb.create.sql", "create table x (a int);");
    tree.with("db/tables_postgres.sql", "create table y (a int);");
    assertThat(tree.texts())
        .containsExactlyInAnyOrder(
            "delete from orders", "delete from lines", "create table y (a int)");
  }

  @Test
  @DisplayName("P3: placeholders of formats can be given by their number")
  void numbered() {
    tree.with("a.sql", "delete from {0}triggers where name = {1}");
    assertThat(tree.readWith(Map.of("0", "qrtz_", "1", "?")).texts())
        .extracting(SqlText::text)
        .containsExactly("delete from qrtz_triggers where name = ?");
  }

  @Test
  @DisplayName("P3: Liquibase change logs in XML and YAML")
  void changeLogs() {
    tree.with(
        "log.xml",
        """
        <databaseChangeLog xmlns="http://www.liquibase.org/xml/ns/dbchangelog">
          <changeSet id="1" author="a">
            <sql>update a set x = 1;
              update b set x = 1</sql>
          </changeSet>
        </databaseChangeLog>
        """);
    tree.with(
        "log.yaml",
        """
        databaseChangeLog:
          - changeSet:
              changes:
                - sql:
                    sql: |
                      update c set x = 1;
                      update d set x = 1
        """);
    assertThat(tree.read().texts())
        .extracting(text -> text.text().strip() + " at " + text.place().line())
        .containsExactly(
            "update a set x = 1 at 3",
            "update b set x = 1 at 4",
            "update c set x = 1 at 6",
            "update d set x = 1 at 7");
  }

  @Test
  @DisplayName("a change log with characters of two halves is read wherever they stand")
  void emoji() {
    for (String before : List.of("#", "# ")) {
      tree.with(
          before.length() + ".yaml",
          before
              + "\ud83d\ude00".repeat(3_000)
              + "\ndatabaseChangeLog: [{changeSet: {changes: [{sql: {sql: delete from c}}]}}]");
    }
    assertThat(tree.read().texts())
        .extracting(SqlText::text)
        .containsExactly("delete from c", "delete from c");
  }

  @Test
  @DisplayName("P3: XML that reaches outside reads nothing, and broken XML is said")
  void hostileXml() {
    tree.with(
        "evil.xml",
        "<!DOCTYPE mapper [<!ENTITY x SYSTEM \"file:///etc/passwd\">]><mapper namespace=\"a\">"
            + "<select id=\"b\">select * from c where d = '&x;' for update</select></mapper>");
    tree.with("broken.xml", "<mapper namespace=\"a\"><select>");
    SqlSources.Found found = tree.read();
    assertThat(found.texts()).noneMatch(text -> text.text().contains("root:"));
    assertThat(found.unreadable().keySet()).anyMatch(place -> place.file().equals("broken.xml"));
  }
}
