package dev.holdfast.torture.workload;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** A DataSource on whose connections statements are changed before they are prepared. */
final class SlippingSource {
  private final Slip slip;
  private final Set<String> changed = ConcurrentHashMap.newKeySet();

  private SlippingSource(Slip slip) {
    this.slip = slip;
  }

  /** The source itself if nothing is to be changed. */
  static DataSource around(DataSource source, Slip slip) {
    return slip.changesStatements() ? new SlippingSource(slip).proxy(source) : source;
  }

  private DataSource proxy(DataSource source) {
    return proxy(DataSource.class, source);
  }

  private <T> T proxy(Class<T> type, T target) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (self, method, arguments) -> invoke(target, method, arguments)));
  }

  private Object invoke(Object target, Method method, @Nullable Object @Nullable [] arguments)
      throws Throwable {
    if (method.getName().equals("prepareStatement") && arguments != null) {
      arguments[0] = change(String.valueOf(arguments[0]));
    }
    try {
      Object result = method.invoke(target, arguments);
      return target instanceof DataSource && result instanceof Connection connection
          ? proxy(Connection.class, connection)
          : result;
    } catch (InvocationTargetException e) {
      throw e.getCause() == null ? e : e.getCause();
    }
  }

  // Said once for each statement: whoever tests the test can see that it was really changed.
  private String change(String sql) {
    String result = slip.applyTo(sql);
    if (!result.equals(sql) && changed.add(sql)) {
      System.err.println(slip + " changed " + sql.strip().replaceAll("\\s+", " "));
    }
    return result;
  }
}
