package dev.holdfast.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("PostgreSQL's programs")
class PostgresBinariesTest {

  @ParameterizedTest(name = "are found and run: PostgreSQL {0}")
  @MethodSource("majors")
  void runs(int major) throws Exception {
    PostgresBinaries binaries = PostgresBinaries.find(major);
    assertThat(binaries.major()).isEqualTo(major);
    assertThat(binaries).hasToString("PostgreSQL " + binaries.version() + " in " + bin(binaries));
    try (PostgresServer server = PostgresServer.start(major)) {
      assertThat(server.version()).isEqualTo(binaries.version());
      try (TestDatabase database = server.createDatabase()) {
        assertThat(PostgresServerTest.query(database.dataSource(), "select 1")).isEqualTo("1");
      }
    }
  }

  /** The oldest and the newest always; those between when the build fetched them. */
  static IntStream majors() {
    boolean all = jars().filter(name -> name.contains("-16.")).findAny().isPresent();
    return all ? IntStream.rangeClosed(14, 18) : IntStream.of(14, 18);
  }

  private static Stream<String> jars() {
    String directory = System.getProperty(PostgresBinaries.DIRECTORY_PROPERTY, "");
    String[] names = Path.of(directory).toFile().list();
    return names == null ? Stream.empty() : Stream.of(names);
  }

  @Test
  @DisplayName("of a major that is nowhere: the error says what was tried and what to do")
  void missing() {
    assertThatThrownBy(() -> PostgresBinaries.find(99))
        .isInstanceOf(EmbeddedPostgresException.class)
        .hasMessageContaining("No PostgreSQL 99 was found")
        .hasMessageContaining("Install PostgreSQL 99")
        .hasMessageContaining("no jar of PostgreSQL 99 in")
        .hasMessageContaining("/usr/lib/postgresql/99/bin");
  }

  private static Path bin(PostgresBinaries binaries) {
    Path bin = binaries.program("postgres").resolveSibling("");
    assertThat(Files.isExecutable(bin.resolve("initdb"))).isTrue();
    return bin;
  }
}
