package dev.holdfast.testkit.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import dev.holdfast.Holdfast;
import dev.holdfast.lease.Lease;
import dev.holdfast.testkit.proxy.TcpProxy;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import javax.sql.DataSource;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.testkit.engine.EngineTestKit;

@Isolated("it looks at the whole JVM")
@DisplayName("The JUnit extension, asked to look for leftovers,")
final class LeftoversTest {

  /** Lets the tests below run only where they are meant to: they are made to fail. */
  static final class OnPurpose implements ExecutionCondition {
    static final String KEY = "holdfast.on-purpose";

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
      return context.getConfigurationParameter(KEY).isPresent()
          ? ConditionEvaluationResult.enabled("on purpose")
          : ConditionEvaluationResult.disabled("made to fail: only LeftoversTest runs it");
    }
  }

  /** Tests that leave something, run by the ones below. */
  @ExtendWith(OnPurpose.class)
  @HoldfastTest(failOnLeftovers = true)
  static class Careless {
    static final AtomicReference<AutoCloseable> LEFT = new AtomicReference<>();

    @Test
    void lease(Holdfast holdfast) {
      LEFT.set(holdfast.leases().acquire("invoice/7"));
    }

    @Test
    void closedLease(Holdfast holdfast) {
      try (Lease lease = holdfast.leases().acquire("invoice/7")) {
        assertThat(lease.isHeld()).isTrue();
      }
    }

    @Test
    void instance(DataSource dataSource) {
      Holdfast own = Holdfast.on(dataSource);
      LEFT.set(own);
      assertThat(own.leases().tryAcquire("invoice/8").map(Lease::release)).contains(true);
    }

    @Test
    void proxy() {
      LEFT.set(TcpProxy.to("127.0.0.1", 1));
    }
  }

  /** The same, but nobody asked. */
  @HoldfastTest
  static class Tolerated {
    @Test
    void lease(Holdfast holdfast) {
      assertThat(holdfast.leases().acquire("invoice/7").isHeld()).isTrue();
    }
  }

  @Test
  @DisplayName("fails a test that leaves a lease held, and says which")
  void heldLease() throws Exception {
    assertThat(failureOf(Careless.class, "lease"))
        .contains("invoice/7 is still held by")
        .contains("(fence 1)");
    closeLeft();
  }

  @Test
  @DisplayName("passes a test that closed its lease, though that is done in the background")
  void closedLease() {
    assertThat(failureOf(Careless.class, "closedLease")).isEmpty();
  }

  @Test
  @DisplayName("fails a test that leaves an instance open")
  void openInstance() throws Exception {
    assertThat(failureOf(Careless.class, "instance"))
        .contains("the thread holdfast-")
        .contains("still runs");
    closeLeft();
  }

  @Test
  @DisplayName("fails a test that leaves a proxy open")
  void openProxy() throws Exception {
    assertThat(failureOf(Careless.class, "proxy")).contains("the thread holdfast-proxy-");
    closeLeft();
  }

  @Test
  @DisplayName("… and not asked, does not")
  void tolerated() {
    assertThat(failureOf(Tolerated.class, "lease")).isEmpty();
  }

  private static String failureOf(Class<?> type, String method) {
    return EngineTestKit.engine("junit-jupiter")
        .selectors(selectMethod(type, method(type, method)))
        .configurationParameter(OnPurpose.KEY, "true")
        .execute()
        .testEvents()
        .finished()
        .stream()
        .map(event -> event.getRequiredPayload(TestExecutionResult.class))
        .flatMap(result -> result.getThrowable().stream())
        .map(failure -> Objects.requireNonNullElse(failure.getMessage(), failure.toString()))
        .findFirst()
        .orElse("");
  }

  private static Method method(Class<?> type, String name) {
    return Arrays.stream(type.getDeclaredMethods())
        .filter(candidate -> candidate.getName().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static void closeLeft() throws Exception {
    try (AutoCloseable left = Careless.LEFT.getAndSet(() -> {})) {
      assertThat(left).isNotNull();
    }
  }
}
