package dev.holdfast.policy.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Over all of {@code java.sql}, by reflection, on a driver that answers everything and writes down
 * what it was asked: what a newer JDBC adds fails here until somebody decided about it.
 */
class EveryMethodTest {

  /** Have an argument of SQL and send nothing. */
  private static final Set<String> ONLY_TEXT =
      Set.of("nativeSQL", "addBatch", "prepareStatement", "prepareCall");

  private static final Set<String> ENDS = Set.of("commit", "rollback", "releaseSavepoint");
  private static final Set<String> WRITES = Set.of("insertRow", "updateRow", "deleteRow");

  private final List<String> asked = new ArrayList<>();
  private final Heard heard = new Heard();
  private Connection connection;

  @BeforeEach
  void open() throws Exception {
    DataSource driver = fake(DataSource.class);
    connection = ObservedDataSource.of(driver, heard).getConnection();
  }

  static Stream<Method> methods() {
    return Stream.<Class<?>>of(
            Connection.class,
            Statement.class,
            PreparedStatement.class,
            CallableStatement.class,
            ResultSet.class)
        .flatMap(type -> Arrays.stream(type.getMethods()))
        .filter(method -> !java.lang.reflect.Modifier.isStatic(method.getModifiers()))
        .filter(method -> !Set.of("unwrap", "isWrapperFor", "toString").contains(method.getName()))
        .distinct();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("methods")
  @DisplayName("P4: every method reaches the driver; every one that sends SQL is told first")
  void handedOn(Method method) throws Exception {
    Object target = observed(method.getDeclaringClass());
    asked.clear();
    heard.lines.clear();

    invoke(target, method);

    if (!method.getName().equals("getConnection")) {
      assertThat(asked).contains(nameOf(method));
    }
    assertThat(!heard.lines.isEmpty()).as("told").isEqualTo(sends(method));
  }

  private static boolean sends(Method method) {
    String name = method.getName();
    boolean hasSql =
        name.startsWith("execute")
            || ENDS.contains(name)
            || WRITES.contains(name)
            || name.equals("setSavepoint");
    boolean endsSession =
        method.getDeclaringClass() == Connection.class && Set.of("close", "abort").contains(name);
    return (hasSql && !ONLY_TEXT.contains(name)) || endsSession;
  }

  private Object observed(Class<?> type) throws Exception {
    if (type == Connection.class) {
      return connection;
    } else if (type == Statement.class) {
      return connection.createStatement();
    } else if (type == CallableStatement.class) {
      return connection.prepareCall("select 1");
    }
    PreparedStatement prepared = connection.prepareStatement("select 1");
    return type == PreparedStatement.class ? prepared : prepared.executeQuery();
  }

  private static void invoke(Object target, Method method) throws Exception {
    try {
      method.invoke(target, Stream.of(method.getParameterTypes()).map(t -> sample(t)).toArray());
    } catch (InvocationTargetException e) {
      throw new AssertionError(method + " failed", e.getCause());
    }
  }

  private static String nameOf(Method method) {
    return method.getName() + Arrays.toString(method.getParameterTypes());
  }

  /** A driver's object of this type. */
  private <T> T fake(Class<T> type) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> {
              asked.add(nameOf(method));
              Class<?> result = method.getReturnType();
              return result.isInterface() && result.getName().startsWith("java.sql.")
                  ? fake(result)
                  : sample(result);
            }));
  }

  private static @Nullable Object sample(Class<?> type) {
    if (type == boolean.class) {
      return false;
    } else if (type == String.class) {
      return "select 1";
    } else if (type == Savepoint.class) {
      return new Named();
    } else if (!type.isPrimitive() || type == void.class) {
      return null;
    } else if (type == long.class || type == double.class || type == float.class) {
      return type == long.class ? (Object) 1L : type == double.class ? (Object) 1.0 : 1.0f;
    }
    return type == short.class ? (Object) (short) 1 : type == byte.class ? (Object) (byte) 1 : 1;
  }

  private static final class Named implements Savepoint {
    @Override
    public int getSavepointId() {
      return 1;
    }

    @Override
    public String getSavepointName() {
      return "a";
    }
  }
}
