package dev.holdfast.policy.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.embedded.PostgresServer;
import dev.holdfast.embedded.TestDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MigrationsTest {

  @TempDir private Path folder;

  @Test
  @DisplayName("Flyway's versions run in their order, what is repeatable after them, no undo")
  void flyway() throws IOException {
    List<String> names =
        List.of("R__views.sql", "U2__undo.sql", "V1.10__c.sql", "V1.9__b.sql", "V1__a.sql");
    for (String name : names) {
      Files.writeString(folder.resolve(name), "select 1");
    }
    Files.writeString(Files.createDirectory(folder.resolve("sub")).resolve("V2_1__d.sql"), "");
    Files.writeString(folder.resolve("notes.sql"), "select 1");
    assertThat(Migrations.in(folder))
        .extracting(file -> file.getFileName().toString())
        .containsExactly("V1__a.sql", "V1.9__b.sql", "V1.10__c.sql", "V2_1__d.sql", "R__views.sql");
  }

  @Test
  @DisplayName("other names run in their order, numbers as numbers")
  void numbered() throws IOException {
    for (String name : List.of("10_c.sql", "9_b.sql", "001_a.sql", "readme.txt", "U9__b.sql")) {
      Files.writeString(folder.resolve(name), "");
    }
    assertThat(Migrations.in(folder))
        .extracting(file -> file.getFileName().toString())
        .containsExactly("001_a.sql", "9_b.sql", "10_c.sql");
  }

  @Test
  @DisplayName("a catalog comes from migrations that ran on an empty database")
  void catalog() throws IOException, SQLException {
    Files.writeString(
        folder.resolve("V1__a.sql"),
        """
        create table ${prefix}parent (id int primary key);
        create function f() returns trigger language plpgsql as $$ begin return new; end; $$;
        """);
    Files.writeString(
        folder.resolve("V2__b.sql"),
        """
        create table child (id int primary key, parent int references my_parent);
        create index concurrently on child (parent);
        """);
    try (TestDatabase database = PostgresServer.shared().createDatabase();
        Connection connection = database.dataSource().getConnection()) {
      for (Path script : Migrations.in(folder)) {
        Migrations.run(connection, script, Map.of("prefix", "my_"));
      }
      LockAnalysis analysis = SqlLocks.with(Catalog.read(connection));
      assertThat(analysis.of("insert into child values (1, 1)").get(0).locks())
          .anyMatch(
              lock ->
                  lock.origin() == Origin.FOREIGN_KEY && lock.table().name().equals("my_parent"));
    }
  }

  @Test
  @DisplayName("a script runs as it is: what JDBC would replace in braces stays")
  void braces() throws IOException, SQLException {
    Path script = folder.resolve("V1__a.sql");
    Files.writeString(
        script,
        "create function f() returns text language sql as $$ select $q${d '2020-01-01'}$q$ $$");
    try (TestDatabase database = PostgresServer.shared().createDatabase();
        Connection connection = database.dataSource().getConnection();
        Statement statement = connection.createStatement()) {
      Migrations.run(connection, script, Map.of());
      try (ResultSet result = statement.executeQuery("select f()")) {
        result.next();
        assertThat(result.getString(1)).isEqualTo("{d '2020-01-01'}");
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "'select 1;\n\n  select * from nowhere;\n', 3",
    "'select 1;\nselect * from nowhere;\n', 2",
    "'select * from nowhere;', 1",
    "'select 1; select * from nowhere', 1"
  })
  @DisplayName("a script that fails is named, with the line")
  void failure(String text, int line) throws IOException, SQLException {
    Path script = folder.resolve("V1__a.sql");
    Files.writeString(script, text);
    try (TestDatabase database = PostgresServer.shared().createDatabase();
        Connection connection = database.dataSource().getConnection()) {
      assertThatThrownBy(() -> Migrations.run(connection, script, Map.of()))
          .isInstanceOf(SQLException.class)
          .hasMessageContaining("V1__a.sql:" + line + ": ")
          .hasMessageContaining("nowhere");
    }
  }
}
