package dev.holdfast.policy.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What real code bases have, and was once misjudged. */
class RealCodeCheckTest {
  @TempDir Path dir;
  Checked checked = new Checked(Path.of("."));

  @BeforeEach
  void begin() {
    checked = new Checked(dir);
  }

  @Test
  @DisplayName("P3: what makes a new table locks nothing that was there, whatever its name is")
  void newTables() {
    checked.withClass(
        "app.Ddl",
        """
        void a(java.sql.Statement statement, String t) throws Exception {
          statement.execute("create table " + t + " (id int primary key)");
          statement.execute("create table " + t + " (id int references " + t + "s)");
          statement.execute("create index i on " + t + " (id)");
        }
        """);
    assertThat(checked.found()).containsExactly("unfolded 5", "unfolded 6");
  }

  @Test
  @DisplayName("P3: where only the schema is known at run time, the table is known")
  void unknownSchema() {
    checked.withClass(
        "app.Schema",
        """
        void a(java.sql.Statement statement, String s) throws Exception {
          statement.execute("delete from " + s + ".audit where id = 1");
          statement.execute("delete from " + s + "audit where id = 1");
        }
        """);
    assertThat(checked.found()).containsExactly("never 4", "unfolded 5");
  }

  @Test
  @DisplayName("P3: a finding stands at the statement, not at the constant with the table's name")
  void constantsElsewhere() {
    checked.withClass(
        "app.Names",
        """
        static final String AUDIT = "audit";
        void a(java.sql.Statement statement) throws Exception {
          statement.execute("delete from " + AUDIT + " where id = 1");
          statement.execute("delete from " + AUDIT + " where id = 2");
        }
        """);
    assertThat(checked.found()).containsExactly("never 5", "never 6");
  }

  @Test
  @DisplayName("P3: of a mapper's variants, those that no run makes are no findings")
  void variants() {
    checked.with(
        "m/Orders.xml",
        """
        <mapper namespace="app.Orders">
          <update id="a">update sessions
            <set><if test="a">a = #{a},</if></set> where id = 1</update>
          <delete id="b">delete from sessions where
            <if test="a">id = #{a}</if><if test="b">no = #{b}</if></delete>
          <select id="c">select * from sessions where
            <if test="a">id in (<if test="b">#{b}</if>)</if> order by id</select>
          <update id="d">update sessions sets a = 1</update>
        </mapper>
        """);
    assertThat(checked.found()).containsExactly("unparsed 8");
  }

  @Test
  @DisplayName("P3: what a mapper gives to a fragment, or binds to a string, is known")
  void properties() {
    checked.with(
        "m/Orders.xml",
        """
        <mapper namespace="app.Orders">
          <sql id="gone">delete from ${table} where ${field} = 1</sql>
          <delete id="a"><include refid="gone"><property name="table" value="audit"/></include></delete>
          <delete id="b"><bind name="table" value="'users'"/><include refid="gone"/></delete>
          <delete id="c"><bind name="table" value="_parameter.x"/><include refid="gone"/></delete>
        </mapper>
        """);
    assertThat(checked.found())
        .as("each at the fragment that has the statement")
        .containsExactlyInAnyOrder("never 2", "admin-only 2", "unfolded 2");
  }

  @Test
  @DisplayName("P3: a mapper's query is a query though its first word is a placeholder")
  void hiddenSelect() {
    checked.with(
        "m/Orders.xml",
        """
        <mapper namespace="app.Orders">
          <select id="a">${start} x.id ${end} from sessions x</select>
          <select id="b">${start} x.id ${end} from sessions x for update</select>
          <delete id="c">${start} from sessions x</delete>
        </mapper>
        """);
    assertThat(checked.found()).containsExactly("helper-package 3", "unfolded 4");
  }
}
