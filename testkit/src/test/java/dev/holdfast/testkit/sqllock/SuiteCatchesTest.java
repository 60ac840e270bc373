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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Event;
import org.junit.platform.testkit.engine.Events;

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
    List<Event> failed = run(BrokenContract.class, flaw, flaw.caughtBy()).failed().list();
    assertThat(failed)
        .as("failures of %s", flaw.caughtBy())
        .hasSameSizeAs(flaw.caughtBy())
        .extracting(SuiteCatchesTest::failure)
        .as("assertions, not accidents")
        .allSatisfy(failure -> assertThat(failure).isInstanceOf(AssertionError.class));
  }

  @Test
  @DisplayName("skips what a lock does not claim, with the reason, and passes the rest")
  void skipsVisibly() {
    List<String> unclaimed =
        List.of("fencesRise", "takenOverAfterItsTime", "holderWrites", "waitIsBounded");
    Events skipped = run(ModestContract.class, Flaw.NONE, unclaimed).aborted();
    assertThat(skipped.list())
        .hasSameSizeAs(unclaimed)
        .extracting(event -> failure(event).getMessage())
        .allSatisfy(reason -> assertThat(reason).contains("this lock does not claim"));
    run(ModestContract.class, Flaw.NONE, List.of("refusesWhatIsHeld"))
        .assertStatistics(stats -> stats.succeeded(1).aborted(0).failed(0));
  }

  private Events run(Class<?> contract, Flaw flaw, List<String> tests) {
    DiscoverySelector[] selectors =
        tests.stream().map(name -> selectMethod(contract, name)).toArray(DiscoverySelector[]::new);
    return EngineTestKit.engine("junit-jupiter")
        .selectors(selectors)
        .configurationParameter(
            BrokenContract.CONFIG, SqlLockConfig.of(database).withFlaw(flaw).text())
        .execute()
        .testEvents();
  }

  private static Throwable failure(Event event) {
    return event.getRequiredPayload(TestExecutionResult.class).getThrowable().orElseThrow();
  }
}
