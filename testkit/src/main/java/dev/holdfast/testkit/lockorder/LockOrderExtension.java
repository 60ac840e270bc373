package dev.holdfast.testkit.lockorder;

import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Records the locks of a suite and reports the deadlocks that could have been. For one class:
 * {@code @ExtendWith(LockOrderExtension.class)}; for all, without touching one of them: {@code
 * junit.jupiter.extensions.autodetection.enabled=true}. Parameters of JUnit's configuration, all
 * with the prefix {@code holdfast.lock-order.}:
 *
 * <ul>
 *   <li>{@code enabled}: true by default;
 *   <li>{@code report}: the directory for {@code lock-order.txt} and {@code lock-order.html}, which
 *       are written at the end of the suite; {@code target/lock-order} by default;
 *   <li>{@code fail-on-cycle}: whether a class fails after which there is a new cycle; false;
 *   <li>{@code replay}: whether cycles are run on the database at the end, in transactions that are
 *       rolled back; false;
 *   <li>{@code policy}: the policy file whose order fixes follow;
 *   <li>{@code singletons}: tables of one row, with commas between them.
 * </ul>
 */
public final class LockOrderExtension
    implements BeforeAllCallback, AfterEachCallback, AfterAllCallback {

  private static final ExtensionContext.Namespace NAMESPACE =
      ExtensionContext.Namespace.create(LockOrderExtension.class);

  @Override
  public void beforeAll(ExtensionContext context) {
    if (LockOrderSettings.isOn(context)) {
      suite(context);
    }
  }

  @Override
  public void afterEach(ExtensionContext context) {
    if (LockOrderSettings.isOn(context)) {
      LockOrder.look();
    }
  }

  @Override
  public void afterAll(ExtensionContext context) {
    // A @Nested class ends within its outer one, which then looks at all of it.
    boolean isOuter = context.getParent().flatMap(ExtensionContext::getTestClass).isEmpty();
    if (LockOrderSettings.isOn(context) && isOuter) {
      suite(context).classEnded();
    }
  }

  // The root's store closes it at the end of the suite: then it writes the report.
  private static Suite suite(ExtensionContext context) {
    return context
        .getRoot()
        .getStore(NAMESPACE)
        .computeIfAbsent(Suite.class, key -> new Suite(LockOrderSettings.of(context)), Suite.class);
  }
}
