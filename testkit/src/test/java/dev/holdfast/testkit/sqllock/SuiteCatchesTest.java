package dev.holdfast.testkit.sqllock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import dev.holdfast.embedded.PostgresServer;
import dev.holdfast.embedded.TestDatabase;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Event;

@DisplayName("The contract suite")
final class SuiteCatchesTest {
  private TestDatabase database;

  @BeforeEach
  void create() throws SQLException {
    database = PostgresServer.shared().createDatabase();
    SqlLockContractTest.prepare(database);
  }

  @AfterEach
  void drop() {
    database.close();
  }

  @ParameterizedTest(name = "catches a lock that: {0}")
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
  void catches(Flaw flaw) {
    List<DiscoverySelector> tests =
        flaw.caughtBy().stream()
            .<DiscoverySelector>map(name -> selectMethod(BrokenContract.class, name))
            .toList();
    List<Event> failed =
        EngineTestKit.engine("junit-jupiter")
            .selectors(tests.toArray(DiscoverySelector[]::new))
            .configurationParameter(
                BrokenContract.CONFIG, SqlLockConfig.of(database).withFlaw(flaw).text())
            .execute()
            .testEvents()
            .failed()
            .list();
    assertThat(failed)
        .as("failures of %s", flaw.caughtBy())
        .hasSameSizeAs(flaw.caughtBy())
        .extracting(SuiteCatchesTest::failure)
        .as("assertions, not accidents")
        .allSatisfy(failure -> assertThat(failure).isInstanceOf(AssertionError.class));
  }

  private static Throwable failure(Event event) {
    return event.getRequiredPayload(TestExecutionResult.class).getThrowable().orElseThrow();
  }
}
