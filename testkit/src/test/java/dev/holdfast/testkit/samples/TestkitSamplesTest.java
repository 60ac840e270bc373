package dev.holdfast.testkit.samples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Holdfast;
import dev.holdfast.embedded.PostgresServer;
import dev.holdfast.embedded.TestDatabase;
import dev.holdfast.lease.Lease;
import dev.holdfast.testkit.contract.Capability;
import dev.holdfast.testkit.contract.LockClient;
import dev.holdfast.testkit.contract.LockClientFactory;
import dev.holdfast.testkit.contract.LockContract;
import dev.holdfast.testkit.contract.LockUnderTest;
import dev.holdfast.testkit.junit.HoldfastTest;
import dev.holdfast.testkit.junit.Postgres;
import dev.holdfast.testkit.lockorder.LockOrder;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Properties;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** docs/testing.md, and what docs/guide/policy.md says of the test kit. */
@Isolated("it looks at the whole JVM")
class TestkitSamplesTest {

  @Nested
  @HoldfastTest(failOnLeftovers = true)
  class InvoiceTest {
    @Test
    void twoClerksCannotPayTwice(Holdfast holdfast) {
      try (Lease first = holdfast.leases().acquire("invoice/7")) {
        assertThat(holdfast.leases().tryAcquire("invoice/7")).isEmpty();
        assertThat(first.isHeld()).isTrue();
      }
    }

    @Test
    @Postgres(14)
    void onTheOldestMajor(DataSource dataSource) throws SQLException {
      try (Connection connection = dataSource.getConnection()) {
        assertThat(connection.getMetaData().getDatabaseMajorVersion()).isEqualTo(14);
      }
    }
  }

  /** Not run: that it is a contract of the factory's lock is all there is to see. */
  static class MyLockContractTest extends LockContract {
    @Override
    protected LockUnderTest lock() {
      return LockUnderTest.of(MyLockFactory.class, "jdbc:postgresql://localhost/app");
    }
  }

  /** A lock that claims nothing. */
  static final class MyLockFactory implements LockClientFactory {
    @Override
    public LockClient open(String config) {
      throw new UnsupportedOperationException(config);
    }

    @Override
    public Set<Capability> capabilities() {
      return Set.of();
    }
  }

  @Test
  @DisplayName("the contract is told which factory and which configuration to use")
  void contract() {
    LockUnderTest lock = new MyLockContractTest().lock();
    assertThat(lock.config()).startsWith("jdbc:postgresql:");
    assertThat(lock.factory()).isEqualTo(MyLockFactory.class);
  }

  @Test
  @DisplayName("a data source of one's own is observed by one call")
  void observe() throws SQLException {
    try (TestDatabase database = PostgresServer.shared().createDatabase()) {
      DataSource pool = database.dataSource();
      DataSource recorded = LockOrder.observe(pool);
      try (Connection connection = recorded.getConnection()) {
        assertThat(connection.isValid(5)).isTrue();
      }
    }
  }

  @Test
  @DisplayName("the properties of the page are JUnit's and ours")
  void properties() throws IOException {
    String page = Files.readString(Path.of("..", "docs", "guide", "policy.md"));
    Properties properties = new Properties();
    for (MatchResult block :
        Pattern.compile("(?ms)^```properties\\n(.*?)^```$").matcher(page).results().toList()) {
      properties.load(new StringReader(block.group(1)));
    }
    assertThat(properties)
        .containsOnlyKeys(
            "junit.jupiter.extensions.autodetection.enabled", "holdfast.lock-order.fail-on-cycle")
        .doesNotContainValue("false");
  }
}
