package dev.holdfast.testkit.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.Holdfast;
import dev.holdfast.embedded.TestDatabase;
import dev.holdfast.lease.Lease;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated("it looks at the whole JVM")
@HoldfastTest(failOnLeftovers = true)
@DisplayName("The JUnit extension")
@TestInstance(TestInstance.Lifecycle.PER_METHOD)
final class HoldfastExtensionTest {
  private static volatile String lastUrl = "";

  private final TestDatabase fromConstructor;
  private DataSource fromBeforeEach;

  HoldfastExtensionTest(TestDatabase database) {
    this.fromConstructor = database;
  }

  @BeforeEach
  void ask(DataSource dataSource) {
    fromBeforeEach = dataSource;
  }

  @Test
  @DisplayName("gives a constructor, @BeforeEach and the test what belongs together")
  void belongsTogether(TestDatabase database, DataSource dataSource, Holdfast holdfast)
      throws SQLException {
    assertThat(fromConstructor).isSameAs(database);
    assertThat(fromBeforeEach).isSameAs(dataSource);
    try (Connection connection = dataSource.getConnection()) {
      assertThat(connection.getCatalog()).isEqualTo(database.name());
    }
    try (Lease lease = holdfast.leases().acquire("invoice/7")) {
      assertThat(lease.isHeld()).isTrue();
    }
  }

  @RepeatedTest(2)
  @DisplayName("gives each test a database of its own, with the schema, and drops it afterwards")
  void ownDatabase(TestDatabase database, Holdfast holdfast) throws SQLException {
    assertThat(database.url()).isNotEqualTo(lastUrl);
    assertThat(holdfast.leases().find("left by the test before")).isEmpty();
    try (Lease lease = holdfast.leases().acquire("left by the test before")) {
      assertThat(lease.fence()).isPositive();
    }
    if (!lastUrl.isEmpty()) {
      String name = lastUrl.replaceFirst(".*/([^?]*).*", "$1");
      assertThatThrownBy(() -> database.server().dataSource(name).getConnection())
          .isInstanceOf(SQLException.class)
          .hasMessageContaining("does not exist");
    }
    lastUrl = database.url();
  }

  @Test
  @DisplayName("takes the major that is asked for on the method")
  @Postgres(14)
  void major(DataSource dataSource) throws SQLException {
    assertThat(majorOf(dataSource)).isEqualTo(14);
  }

  @Nested
  @Postgres(14)
  @DisplayName("for an inner class")
  final class Inner {
    @Test
    @DisplayName("takes its major, and the outer class's other choices")
    void major(DataSource dataSource, Holdfast holdfast) throws SQLException {
      assertThat(majorOf(dataSource)).isEqualTo(14);
      assertThat(holdfast.leases().tryAcquire("x").map(Lease::release)).contains(true);
    }
  }

  private static int majorOf(DataSource dataSource) throws SQLException {
    try (Connection connection = dataSource.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("select 1");
      return connection.getMetaData().getDatabaseMajorVersion();
    }
  }
}
