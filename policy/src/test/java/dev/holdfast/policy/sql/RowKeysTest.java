package dev.holdfast.policy.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.embedded.PostgresServer;
import dev.holdfast.embedded.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class RowKeysTest {

  private static TestDatabase database;
  private static Catalog catalog;

  @BeforeAll
  static void open() throws SQLException {
    database = PostgresServer.shared().createDatabase();
    try (Connection connection = database.dataSource().getConnection()) {
      CorpusDatabase.run(
          connection,
          """
          create table parents (id int primary key, name text unique, n int);
          create table children (
            parent int references parents, no int, n int, primary key (parent, no));
          """);
      catalog = Catalog.read(connection);
    }
  }

  @AfterAll
  static void close() {
    database.close();
  }

  @Test
  @DisplayName("P5: a row is known by all columns of a key, literal or bound")
  void byKey() {
    assertThat(keys("update parents set n = 1 where id = 7")).containsExactly("id = 7");
    assertThat(keys("update parents set n = ? where id = ?", 1, 7)).containsExactly("id = 7");
    assertThat(keys("select * from parents p where p.name = ? for update", "x"))
        .containsExactly("name = x");
    assertThat(keys("delete from children where no = 2 and parent = ?::int", 1))
        .containsExactly("parent = 1, no = 2");
    assertThat(keys("select * from parents where (n = 1 or n = 2) and id = 3 for update"))
        .containsExactly("id = 3");
  }

  @Test
  @DisplayName("P5: what is no plain equality of a whole key is not known")
  void notKnown() {
    assertThat(keys("update parents set n = 1 where id = 7 or n = 2")).isEmpty();
    assertThat(keys("update parents set n = 1 where id > 7")).isEmpty();
    assertThat(keys("update parents set n = 1 where id = 7 + 1")).isEmpty();
    assertThat(keys("delete from children where parent = 1")).isEmpty();
    assertThat(keys("update parents set n = 1 where id = ?")).isEmpty();
  }

  @Test
  @DisplayName("P5: unique values and parents of inserted rows are known, row by row")
  void inserted() {
    assertThat(keys("insert into children (no, parent) values (?, 5), (2, ?)", 1, 6))
        .containsExactly("parent = 5, no = 1", "parent = 6, no = 2", "id = 5", "id = 6");
    assertThat(keys("insert into children values (5, 1, lower('x')::int)"))
        .containsExactly("parent = 5, no = 1", "id = 5");
    assertThat(keys("insert into children select 1, 2, 3")).isEmpty();
    assertThat(keys("insert into children (no, parent) values (1, 1 + 1)")).isEmpty();
    assertThat(keys("update children set parent = 8 where parent = 7 and no = 1"))
        .containsExactly("parent = 7, no = 1", "parent = 8, no = 1", "id = 8");
  }

  @Test
  @DisplayName("P5: keys are in the order of numbers, where they are numbers")
  void order() {
    assertThat(key("9")).isLessThan(key("10"));
    assertThat(key("b")).isGreaterThan(key("a"));
  }

  private static RowKey key(String value) {
    return new RowKey(List.of("id"), List.of(value));
  }

  private static List<String> keys(String sql, Object... parameters) {
    List<Object> bound = new ArrayList<>(Arrays.asList(parameters));
    RowKeys keys = RowKeys.with(catalog);
    return SqlLocks.with(catalog).of(sql).stream()
        .flatMap(statement -> statement.locks().stream())
        .flatMap(lock -> keys.of(sql, lock, bound).stream())
        .map(RowKey::toString)
        .toList();
  }
}
