package dev.holdfast.bench.contender;

import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import javax.sql.DataSource;

/** A data source whose statements do nothing: what stands before it is what is measured. */
public final class NoDriver {

  private NoDriver() {}

  public static DataSource dataSource() {
    return fake(DataSource.class);
  }

  private static <T> T fake(Class<T> type) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> answer(method.getReturnType())));
  }

  /** Autocommit is on: {@code getAutoCommit} says true, as {@code execute} does. */
  private static Object answer(Class<?> type) {
    if (type == Connection.class || type == PreparedStatement.class) {
      return fake(type);
    }
    return type == boolean.class ? (Object) true : (Object) 1;
  }
}
