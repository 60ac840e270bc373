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
