package dev.holdfast.embedded;

import static dev.holdfast.embedded.PostgresServerTest.execute;
import static dev.holdfast.embedded.PostgresServerTest.query;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("A database in a directory")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class EmbeddedDatabaseTest {

  /** One for all tests, since preparing one takes seconds; its name is as hard as names get. */
  @TempDir private static Path temporary;

  private static Path directory() {
    return temporary.resolve("my data, \"ünï\" 漢字 $HOME 'x'");
  }

  @Test
  @Order(1)
  @DisplayName("is prepared at the first start, and says so")
  void firstStart() throws SQLException {
    List<String> progress = new ArrayList<>();
    try (EmbeddedDatabase database = EmbeddedDatabase.open(directory(), progress::add)) {
      assertThat(database.isFirstStart()).isTrue();
      assertThat(database.version()).startsWith("18.");
      execute(database.dataSource(), "create table t as select 42 as n");
    }
    assertThat(progress)
        .first()
        .asString()
        .isEqualTo("Preparing PostgreSQL 18 in " + directory() + " (first start)");
  }

  @Test
  @Order(2)
  @DisplayName("is there again, on the same port, after the server was stopped with its last user")
  void survivesRestart() throws Exception {
    String url;
    try (EmbeddedDatabase database = EmbeddedDatabase.open(directory())) {
      assertThat(database.isFirstStart()).isFalse();
      assertThat(query(database.dataSource(), "select n from t")).isEqualTo("42");
      url = database.url();
    }
    assertThat(PostmasterFile.read(directory().resolve("postgres"))).isEmpty();
    try (EmbeddedDatabase database = EmbeddedDatabase.open(directory())) {
      assertThat(database.url()).isEqualTo(url);
    }
  }

  @Test
  @Order(2)
  @DisplayName("moves to another port when something else has taken its own")
  void portTaken() throws Exception {
    int port = port();
    try (ServerSocket thief = new ServerSocket(port, 1, InetAddress.getLoopbackAddress());
        EmbeddedDatabase database = EmbeddedDatabase.open(directory())) {
      assertThat(thief.isBound()).isTrue();
      assertThat(query(database.dataSource(), "select n from t")).isEqualTo("42");
      assertThat(port()).isNotEqualTo(port);
    }
  }

  @Test
  @Order(2)
  @DisplayName(
      "lets in nobody without the password, which only the owner of the directory can read")
  void keepsOthersOut() throws Exception {
    try (EmbeddedDatabase database = EmbeddedDatabase.open(directory())) {
      var source = database.dataSource();
      source.setPassword("guess");
      assertThatThrownBy(source::getConnection).hasMessageContaining("password authentication");
      assertThat(rights(directory())).isEqualTo("rwx------");
      assertThat(rights(directory().resolve("password"))).isEqualTo("rw-------");
      assertThat(query(database.dataSource(), "show password_encryption"))
          .isEqualTo("scram-sha-256");
      assertThat(query(database.dataSource(), "show listen_addresses")).isEqualTo("127.0.0.1");
      assertThat(query(database.dataSource(), "show unix_socket_directories")).isEmpty();
      assertThat(query(database.dataSource(), "show fsync")).isEqualTo("on");
      assertThat(database.toString()).doesNotContain(database.password());
      assertThat(database.url()).doesNotContain(database.password());
    }
  }

  @Test
  @Order(2)
  @DisplayName("stays for the second handle of a process when the first is closed, twice even")
  void twoHandles() throws Exception {
    EmbeddedDatabase first = EmbeddedDatabase.open(directory());
    try (EmbeddedDatabase second = EmbeddedDatabase.open(directory())) {
      first.close();
      first.close();
      assertThat(query(second.dataSource(), "select n from t")).isEqualTo("42");
    }
    assertThat(PostmasterFile.read(directory().resolve("postgres"))).isEmpty();
  }

  @Test
  @Order(2)
  @DisplayName("is closed properly by a thread that was interrupted, and stays so")
  void closedWhileInterrupted() throws Exception {
    EmbeddedDatabase database = EmbeddedDatabase.open(directory());
    Thread.currentThread().interrupt();
    database.close();
    assertThat(Thread.interrupted()).isTrue();
    assertThat(PostmasterFile.read(directory().resolve("postgres"))).isEmpty();
  }

  @Test
  @Order(2)
  @DisplayName("recovers when its server was killed -9, while a handle is open")
  void serverKilled() throws Exception {
    try (EmbeddedDatabase before = EmbeddedDatabase.open(directory())) {
      new ServerProcesses(pid()).killAll();
      try (EmbeddedDatabase after = EmbeddedDatabase.open(directory())) {
        assertThat(query(after.dataSource(), "select n from t")).isEqualTo("42");
      }
      assertThat(before.url()).isNotEmpty();
    }
  }

  @Test
  @Order(2)
  @DisplayName("starts although its old process id belongs to somebody else by now")
  void pidReused() throws Exception {
    // Not this JVM: PostgreSQL knows that its own ancestors are no servers.
    Process stranger = new ProcessBuilder("sleep", "60").start();
    try {
      String pid = Long.toString(stranger.pid());
      Path file = directory().resolve("postgres/postmaster.pid");
      Files.write(file, List.of(pid, "x", "0", "1", "", "127.0.0.1", "  0  0", "ready"));
      try (EmbeddedDatabase database = EmbeddedDatabase.open(directory())) {
        assertThat(query(database.dataSource(), "select n from t")).isEqualTo("42");
      }
      assertThat(stranger.isAlive()).isTrue();
    } finally {
      stranger.destroyForcibly();
    }
  }

  @Test
  @Order(3)
  @DisplayName("of another major version: the error says which, and what to do")
  void otherMajor() throws IOException {
    Files.writeString(directory().resolve("postgres/PG_VERSION"), "14\n");
    assertThatThrownBy(() -> EmbeddedDatabase.open(directory()))
        .isInstanceOf(EmbeddedPostgresException.class)
        .hasMessageContaining("written by PostgreSQL 14, and this is PostgreSQL 18")
        .hasMessageContaining("Choose another directory")
        .hasMessageContaining("pg_dumpall");
  }

  @Test
  @DisplayName("takes no directory that holds something else, and no file")
  void foreignDirectory() throws IOException {
    Path home = Files.createDirectory(temporary.resolve("home"));
    Path letter = Files.writeString(home.resolve("letter.txt"), "dear…");
    String rights = rights(home);
    assertThatThrownBy(() -> EmbeddedDatabase.open(home))
        .hasMessageContaining("is no data directory of Holdfast");
    assertThatThrownBy(() -> EmbeddedDatabase.open(letter)).hasMessageContaining("is a file");
    assertThat(rights(home)).isEqualTo(rights);
  }

  private static String rights(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }

  private static int port() throws IOException {
    return Integer.parseInt(Files.readString(directory().resolve("port")).strip());
  }

  private static long pid() throws IOException {
    return PostmasterFile.read(directory().resolve("postgres")).orElseThrow().pid();
  }
}
