package dev.holdfast.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A PostgreSQL server for tests")
class PostgresServerTest {

  private static PostgresServer own;

  @BeforeAll
  static void start() {
    own = PostgresServer.start(18, Map.of("fsync", "on", "holdfast.note", "it's \\ fine"));
  }

  @AfterAll
  static void close() {
    own.close();
    assertThat(own.data()).doesNotExist();
    assertThat(own.data().getParent()).doesNotExist();
  }

  @Test
  @DisplayName("is shared by all tests of a JVM and can't be broken by one of them")
  void sharedIsOneAndSafe() {
    PostgresServer shared = PostgresServer.shared();
    assertThat(PostgresServer.shared(shared.major())).isSameAs(shared);
    shared.close();
    assertThat(shared.isRunning()).isTrue();
    assertThatThrownBy(shared::kill)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("shared by all tests");
  }

  @Test
  @DisplayName("gives databases that don't see each other, and copies of one")
  void databasesAreIsolated() throws SQLException {
    try (TestDatabase one = PostgresServer.shared().createDatabase();
        TestDatabase two = PostgresServer.shared().createDatabase()) {
      execute(one.dataSource(), "create table t as select 42 as n");
      assertThatThrownBy(() -> query(two.dataSource(), "select n from t"))
          .hasMessageContaining("does not exist");
      try (TestDatabase copy = PostgresServer.shared().createDatabase(one.name())) {
        assertThat(query(copy.dataSource(), "select n from t")).isEqualTo("42");
      }
    }
  }

  @Test
  @DisplayName("drops a closed database although somebody is still connected")
  void closeDropsDatabase() throws SQLException {
    TestDatabase database = PostgresServer.shared().createDatabase();
    try (Connection connection = database.dataSource().getConnection()) {
      database.close();
      assertThat(connection.isValid(5)).isFalse();
    }
    assertThatThrownBy(() -> database.dataSource().getConnection())
        .hasMessageContaining("does not exist");
  }

  @Test
  @DisplayName("takes settings, with quotes and backslashes, and listens on loopback only")
  void takesSettings() throws SQLException {
    DataSource source = own.dataSource("postgres");
    assertThat(query(source, "show fsync")).isEqualTo("on");
    assertThat(query(source, "show max_connections")).isEqualTo("200");
    assertThat(query(source, "show listen_addresses")).isEqualTo("127.0.0.1");
    assertThat(query(source, "show unix_socket_directories")).isEmpty();
    assertThat(query(source, "show holdfast.note")).isEqualTo("it's \\ fine");
  }

  @Test
  @DisplayName("says what is wrong with a setting that PostgreSQL does not know")
  void refusesBadSettings() {
    assertThatThrownBy(() -> PostgresServer.start(18, Map.of("fsink", "on")))
        .isInstanceOf(EmbeddedPostgresException.class)
        .hasMessageContaining("fsink");
    assertThatThrownBy(() -> PostgresServer.start(18, Map.of("a b", "on")))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  @DisplayName("stops in both modes and starts again with its data, on the same port")
  void stopsAndStarts() throws SQLException {
    int port = own.port();
    try (TestDatabase database = own.createDatabase()) {
      execute(database.dataSource(), "create table t as select 1 as n");
      for (StopMode mode : StopMode.values()) {
        own.stop(mode);
        assertThat(own.isRunning()).isFalse();
        assertThatThrownBy(() -> database.dataSource().getConnection())
            .isInstanceOf(SQLException.class);
        own.start();
        assertThat(query(database.dataSource(), "select n from t")).isEqualTo("1");
      }
    }
    assertThat(own.port()).isEqualTo(port);
  }

  @Test
  @DisplayName("recovers after kill -9 of the postmaster and all its children")
  void survivesKill() throws SQLException {
    long pid = own.pid();
    try (TestDatabase database = own.createDatabase()) {
      execute(database.dataSource(), "create table t as select 1 as n");
      own.kill();
      assertThat(own.isRunning()).isFalse();
      assertThat(Files.exists(own.data().resolve("postmaster.pid"))).isTrue();
      own.start();
      assertThat(own.pid()).isNotEqualTo(pid);
      assertThat(query(database.dataSource(), "select n from t")).isEqualTo("1");
    }
  }

  @Test
  @DisplayName("does not answer while it is paused, and goes on when it is resumed")
  void pausesAndResumes() throws SQLException {
    try (Connection connection = own.dataSource("postgres").getConnection();
        Statement statement = connection.createStatement()) {
      connection.setNetworkTimeout(Runnable::run, 1_000);
      own.pause();
      assertThat(own.isRunning()).isTrue();
      assertThatThrownBy(() -> statement.executeQuery("select 1")).isInstanceOf(SQLException.class);
    } finally {
      own.resume();
    }
    assertThat(query(own.dataSource("postgres"), "select 1")).isEqualTo("1");
  }

  @Test
  @DisplayName("is deleted although it is paused")
  void closesWhilePaused() {
    PostgresServer server = PostgresServer.start(18);
    server.pause();
    long start = System.nanoTime();
    server.close();
    assertThat(server.data()).doesNotExist();
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(20));
  }

  static void execute(DataSource source, String sql) throws SQLException {
    try (Connection connection = source.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  static String query(DataSource source, String sql) throws SQLException {
    try (Connection connection = source.getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      assertThat(rows.next()).isTrue();
      return rows.getString(1);
    }
  }
}
