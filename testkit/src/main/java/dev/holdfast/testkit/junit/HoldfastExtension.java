package dev.holdfast.testkit.junit;

import dev.holdfast.Holdfast;
import dev.holdfast.embedded.PostgresServer;
import dev.holdfast.embedded.TestDatabase;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.platform.commons.support.AnnotationSupport;

/** What {@link HoldfastTest} does; thread-safe, as tests may run at the same time. */
public final class HoldfastExtension
    implements ParameterResolver, BeforeEachCallback, AfterEachCallback {
  private static final ExtensionContext.Namespace NAMESPACE =
      ExtensionContext.Namespace.create(HoldfastExtension.class);
  private static final Set<Class<?>> INJECTED =
      Set.of(DataSource.class, Holdfast.class, TestDatabase.class);

  /** Constructors get what their test gets, not something shared by all tests of the class. */
  @Override
  public ExtensionContextScope getTestInstantiationExtensionContextScope(ExtensionContext root) {
    return ExtensionContextScope.TEST_METHOD;
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    // Outside of a test (@BeforeAll) there is no database that could be meant.
    return INJECTED.contains(parameter.getParameter().getType())
        && context.getTestMethod().isPresent();
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    Class<?> type = parameter.getParameter().getType();
    Fixture fixture = fixture(context);
    if (type == Holdfast.class) {
      return fixture.holdfast();
    }
    return type == DataSource.class ? fixture.dataSource() : fixture.database();
  }

  /** Before the test's own {@code @BeforeEach}, so that all its threads count as its own. */
  @Override
  public void beforeEach(ExtensionContext context) {
    fixture(context);
  }

  @Override
  public void afterEach(ExtensionContext context) {
    Fixture fixture = fixture(context);
    if (!failsOnLeftovers(context)) {
      return;
    }
    List<String> leftovers = fixture.closeAndLook();
    if (!leftovers.isEmpty()) {
      throw new AssertionError("The test left behind: " + String.join("; ", leftovers));
    }
  }

  // The store closes it with the test, whether that passes or not.
  private static Fixture fixture(ExtensionContext context) {
    return context
        .getStore(NAMESPACE)
        .computeIfAbsent(Fixture.class, key -> new Fixture(template(context)), Fixture.class);
  }

  private static Template template(ExtensionContext context) {
    PostgresServer server =
        major(context).map(PostgresServer::shared).orElseGet(PostgresServer::shared);
    return context
        .getRoot()
        .getStore(NAMESPACE)
        .computeIfAbsent(server.url(""), key -> new Template(server), Template.class);
  }

  private static Optional<Integer> major(ExtensionContext context) {
    Optional<Postgres> found =
        AnnotationSupport.findAnnotation(context.getTestMethod(), Postgres.class);
    for (Class<?> type : innermostFirst(context)) {
      found = found.or(() -> AnnotationSupport.findAnnotation(type, Postgres.class));
    }
    return found.map(Postgres::value);
  }

  private static boolean failsOnLeftovers(ExtensionContext context) {
    return innermostFirst(context).stream()
        .flatMap(type -> AnnotationSupport.findAnnotation(type, HoldfastTest.class).stream())
        .findFirst()
        .map(HoldfastTest::failOnLeftovers)
        .orElse(false);
  }

  private static List<Class<?>> innermostFirst(ExtensionContext context) {
    return Stream.<Class<?>>iterate(
            context.getRequiredTestClass(), type -> type != null, Class::getEnclosingClass)
        .toList();
  }
}
