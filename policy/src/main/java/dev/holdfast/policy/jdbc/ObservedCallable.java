package dev.holdfast.policy.jdbc;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A callable statement: a prepared one, and a proxy before it for the hundred methods that only
 * read results or name parameters.
 */
final class ObservedCallable extends ObservedPrepared<CallableStatement> {

  /** {@code {? = call f(?)}}: what is behind the word is a function's call. */
  private static final Pattern ESCAPE =
      Pattern.compile(
          "\\s*\\{\\s*(?:\\?\\s*=\\s*)?call\\s+(.*)\\}\\s*",
          Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

  private final CallableStatement proxy;

  private ObservedCallable(
      CallableStatement delegate, Session session, Connection connection, Script script) {
    super(delegate, session, connection, script);
    this.proxy =
        (CallableStatement)
            Proxy.newProxyInstance(
                CallableStatement.class.getClassLoader(),
                new Class<?>[] {CallableStatement.class},
                (self, method, arguments) -> invoke(method, arguments));
  }

  static CallableStatement of(
      CallableStatement delegate, Session session, Connection connection, Script script) {
    return new ObservedCallable(delegate, session, connection, script).proxy;
  }

  /** As the driver sends it, near enough for its locks. */
  static String textOf(String sql) {
    Matcher call = ESCAPE.matcher(sql);
    return call.matches() ? "select * from " + call.group(1).strip() : sql;
  }

  @Override
  Statement self() {
    return proxy;
  }

  @Override
  public <W> W unwrap(Class<W> type) throws java.sql.SQLException {
    return type.isInstance(proxy) ? type.cast(proxy) : super.unwrap(type);
  }

  private @Nullable Object invoke(Method method, Object @Nullable [] arguments) throws Throwable {
    if (method.getName().equals("equals") && arguments != null) {
      return arguments[0] == proxy;
    }
    boolean isOwn = method.getDeclaringClass() == CallableStatement.class;
    try {
      Object result = method.invoke(isOwn ? delegate : this, arguments);
      return isOwn && result instanceof ResultSet cursor ? observed(cursor) : result;
    } catch (InvocationTargetException e) {
      throw e.getCause() == null ? e : e.getCause();
    }
  }
}
