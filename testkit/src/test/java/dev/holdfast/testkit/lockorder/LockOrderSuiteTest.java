package dev.holdfast.testkit.lockorder;

import static dev.holdfast.testkit.lockorder.InnerSuite.A;
import static dev.holdfast.testkit.lockorder.InnerSuite.B;
import static dev.holdfast.testkit.lockorder.InnerSuite.INNER;
import static dev.holdfast.testkit.lockorder.InnerSuite.TABLES;
import static dev.holdfast.testkit.lockorder.InnerSuite.transaction;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.embedded.PostgresServer;
import dev.holdfast.embedded.TestDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Map;
import java.util.Objects;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.platform.testkit.engine.EngineExecutionResults;

/** What the extension's parameters do, and suites of unusual shape. */
@Isolated("it looks at the whole JVM")
class LockOrderSuiteTest {

  @TempDir private Path reports;

  @Test
  @DisplayName("P5: disabled by its parameter, it leaves data sources alone and writes nothing")
  void disabled() {
    InnerSuite.run(reports, Map.of("enabled", "false"), Plain.class)
        .testEvents()
        .assertStatistics(events -> events.succeeded(1).failed(0));
    assertThat(reports).isEmptyDirectory();
  }

  @Test
  @DisplayName("P5: a cycle fails one class, not each that comes after it")
  void once() {
    EngineExecutionResults results =
        InnerSuite.run(reports, Map.of("fail-on-cycle", "true"), Both.class, Again.class);
    results.containerEvents().assertStatistics(events -> events.failed(1));
  }

  @Test
  @DisplayName("P5: of nested classes it is the outer one that fails, when all of it ran")
  void nested() {
    EngineExecutionResults results =
        InnerSuite.run(reports, Map.of("fail-on-cycle", "true"), Outer.class);
    assertThat(results.containerEvents().failed().stream())
        .extracting(event -> event.getTestDescriptor().getLegacyReportingName())
        .containsExactly(Outer.class.getName());
  }

  @Test
  @DisplayName("P5: a database that is gone without a word was looked at while it was there")
  void dropped() throws IOException {
    InnerSuite.run(reports, Map.of(), Dropping.class);
    assertThat(text("lock-order")).contains("a → b → a");
  }

  @Test
  @DisplayName("P5: databases of two schemas have a report each")
  void twoSchemas() throws IOException {
    InnerSuite.run(reports, Map.of(), Both.class, OtherTables.class);
    assertThat(text("lock-order")).contains("a → b → a").doesNotContain("c → d");
    assertThat(text("lock-order-2")).contains("c → d → c").doesNotContain("a → b");
  }

  @Test
  @DisplayName("P5: fixes follow the policy that it is given, singletons are gates")
  void options() throws IOException {
    Path policy = reports.resolve("policy.yaml");
    Files.writeString(policy, "holdfast-policy: 1\nclusters: {x: {tables: [b, a]}}\n");
    InnerSuite.run(reports, Map.of("policy", policy.toString()), Both.class);
    assertThat(text("lock-order")).contains("Lock b, then a, as the policy says");

    InnerSuite.run(reports, Map.of("singletons", "g, h"), Gated.class);
    assertThat(text("lock-order")).contains("Possible deadlocks: 0.");
    InnerSuite.run(reports, Map.of("singletons", "h"), Gated.class);
    assertThat(text("lock-order")).contains("Possible deadlocks: 1.");
  }

  private String text(String name) throws IOException {
    return Files.readString(reports.resolve(name + ".txt"));
  }

  /** Two transactions in opposite order, on tables that it makes. */
  private static void opposite(String tables, String one, String other) throws SQLException {
    TestDatabase database = PostgresServer.shared().createDatabase();
    transaction(database.dataSource(), tables);
    DataSource observed = LockOrder.observe(database.dataSource());
    transaction(observed, one, other);
    transaction(observed, other, one);
    LockOrder.leave(observed);
    database.close();
  }

  @EnabledIfSystemProperty(named = INNER, matches = "true")
  static final class Plain {
    @Test
    void same() {
      DataSource plain = PostgresServer.shared().dataSource("postgres");
      assertThat(LockOrder.observe(plain)).isSameAs(plain);
    }
  }

  @EnabledIfSystemProperty(named = INNER, matches = "true")
  static final class Both {
    @Test
    void both() throws SQLException {
      opposite(TABLES, A, B);
    }
  }

  @EnabledIfSystemProperty(named = INNER, matches = "true")
  static final class Again {
    @Test
    void both() throws SQLException {
      opposite(TABLES, A, B);
    }
  }

  @EnabledIfSystemProperty(named = INNER, matches = "true")
  static final class OtherTables {
    @Test
    void both() throws SQLException {
      opposite(
          "create table c (id int primary key, n int); create table d (id int primary key, n int)",
          "update c set n = 1 where id = 1",
          "update d set n = 1 where id = 1");
    }
  }

  @EnabledIfSystemProperty(named = INNER, matches = "true")
  static class Outer {
    @Nested
    class Inner {
      @Test
      void both() throws SQLException {
        opposite(TABLES, A, B);
      }
    }
  }

  /** Drops its database behind everybody's back. */
  @EnabledIfSystemProperty(named = INNER, matches = "true")
  static final class Dropping {
    private static @Nullable TestDatabase open;

    @Test
    void both() throws SQLException {
      TestDatabase database = PostgresServer.shared().createDatabase();
      transaction(database.dataSource(), TABLES);
      DataSource observed = LockOrder.observe(database.dataSource());
      transaction(observed, A, B);
      transaction(observed, B, A);
      open = database;
    }

    @AfterAll
    static void drop() {
      Objects.requireNonNull(open).close();
    }
  }

  @EnabledIfSystemProperty(named = INNER, matches = "true")
  static final class Gated {
    @Test
    void both() throws SQLException {
      TestDatabase database = PostgresServer.shared().createDatabase();
      transaction(
          database.dataSource(), TABLES + "; create table g (n int); create table h (n int)");
      DataSource observed = LockOrder.observe(database.dataSource());
      transaction(observed, "update g set n = 1", A, B);
      transaction(observed, "update g set n = 2", B, A);
      LockOrder.leave(observed);
      database.close();
    }
  }
}
