package dev.holdfast.policy.jdbc;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import org.jspecify.annotations.Nullable;

/**
 * Metadata whose connection is the observed one. What it reads takes no row locks and is not told;
 * its result sets have no statement, which JDBC allows.
 */
final class ObservedMetaData {

  private ObservedMetaData() {}

  static DatabaseMetaData of(DatabaseMetaData delegate, Session session, Connection connection) {
    return (DatabaseMetaData)
        Proxy.newProxyInstance(
            DatabaseMetaData.class.getClassLoader(),
            new Class<?>[] {DatabaseMetaData.class},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "getConnection" -> connection;
                  case "equals" -> arguments[0] == proxy;
                  default -> observed(invoke(delegate, method, arguments), session);
                });
  }

  private static @Nullable Object observed(@Nullable Object result, Session session) {
    return result instanceof ResultSet rows ? new ObservedResultSet(rows, session, null) : result;
  }

  private static @Nullable Object invoke(
      DatabaseMetaData delegate, Method method, Object @Nullable [] arguments) throws Throwable {
    try {
      return method.invoke(delegate, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause() == null ? e : e.getCause();
    }
  }
}
