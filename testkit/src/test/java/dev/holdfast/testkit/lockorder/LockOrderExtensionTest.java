package dev.holdfast.testkit.lockorder;

import static dev.holdfast.testkit.lockorder.InnerSuite.INNER;
import static dev.holdfast.testkit.lockorder.InnerSuite.TABLES;
import static dev.holdfast.testkit.lockorder.InnerSuite.transaction;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.embedded.PostgresServer;
import dev.holdfast.embedded.TestDatabase;
import dev.holdfast.testkit.junit.HoldfastTest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Map;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.platform.testkit.engine.EngineExecutionResults;

/** Suites that are green, and could deadlock. */
@Isolated("it looks at the whole JVM")
class LockOrderExtensionTest {

  @TempDir private Path reports;

  @Test
  @DisplayName("P5: auto-detected for a suite, it reports and replays a cycle across two classes")
  void report() throws Exception {
    EngineExecutionResults results = run(false, First.class, Second.class);
    results.testEvents().assertStatistics(events -> events.succeeded(2).failed(0));
    results.containerEvents().assertStatistics(events -> events.failed(0));
    assertThat(Files.readString(reports.resolve("lock-order.txt")))
        .contains("1. a → b → a: tables are locked in different orders")
        .contains("First.aThenB(", "Second.bThenA(")
        .contains("replay: confirmed");
    assertThat(Files.readString(reports.resolve("lock-order.html"))).contains("<svg");
  }

  @Test
  @DisplayName("P5: told to, it fails the class with which a cycle became complete")
  void failOnCycle() {
    EngineExecutionResults results = run(true, First.class, Second.class);
    results.testEvents().assertStatistics(events -> events.succeeded(2).failed(0));
    results.containerEvents().assertStatistics(events -> events.failed(1));
    String message =
        results.containerEvents().failed().stream()
            .map(event -> event.getPayload().orElseThrow().toString())
            .findFirst()
            .orElseThrow();
    assertThat(message).contains("Transactions up to here could deadlock", "a → b → a");
  }

  @Test
  @DisplayName("P5: it sees the databases that @HoldfastTest gives to each test")
  void freshDatabases() throws Exception {
    run(false, Fresh.class).testEvents().assertStatistics(events -> events.succeeded(2).failed(0));
    assertThat(Files.readString(reports.resolve("lock-order.txt")))
        .contains("a → b → a", "replay: not tried: the database is gone");
  }

  @Test
  @DisplayName("P5: switched off, it leaves the data source alone and writes nothing")
  void off() {
    assertThat(reports).isEmptyDirectory();
    DataSource plain = PostgresServer.shared().dataSource("postgres");
    assertThat(LockOrder.observe(plain)).isSameAs(plain);
  }

  private EngineExecutionResults run(boolean fails, Class<?>... classes) {
    return InnerSuite.run(
        reports, Map.of("replay", "true", "fail-on-cycle", String.valueOf(fails)), classes);
  }

  @EnabledIfSystemProperty(named = INNER, matches = "true")
  static final class First {
    private static TestDatabase database;
    static DataSource shared;

    @BeforeAll
    static void open() throws SQLException {
      database = PostgresServer.shared().createDatabase();
      transaction(database.dataSource(), TABLES);
      shared = LockOrder.observe(database.dataSource());
    }

    @Test
    void aThenB() throws SQLException {
      transaction(shared, "update a set n = 1 where id = 1", "update b set n = 1 where id = 1");
    }
  }

  @EnabledIfSystemProperty(named = INNER, matches = "true")
  static final class Second {

    @Test
    void bThenA() throws SQLException {
      transaction(
          First.shared, "update b set n = 2 where id = 1", "update a set n = 2 where id = 1");
    }
  }

  @HoldfastTest
  @EnabledIfSystemProperty(named = INNER, matches = "true")
  static final class Fresh {

    @Test
    void aThenB(DataSource dataSource) throws SQLException {
      transaction(dataSource, TABLES);
      transaction(dataSource, "update a set n = 1 where id = 1", "update b set n = 1 where id = 1");
    }

    @Test
    void bThenA(DataSource dataSource) throws SQLException {
      transaction(dataSource, TABLES);
      transaction(dataSource, "update b set n = 1 where id = 1", "update a set n = 1 where id = 1");
    }
  }

  @AfterAll
  static void close() {
    if (First.database != null) {
      First.database.close();
    }
  }
}
