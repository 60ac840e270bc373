package dev.holdfast.support;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** A DataSource that counts what is executed on its connections, and how many are open. */
public final class CountingDataSource {

  private final List<String> executed = new CopyOnWriteArrayList<>();
  private final AtomicInteger open = new AtomicInteger();
  private final DataSource proxy;

  public CountingDataSource(DataSource target) {
    this.proxy = proxy(DataSource.class, target, "");
  }

  public DataSource dataSource() {
    return proxy;
  }

  /** What was executed since the last reset: one entry a round trip. */
  public List<String> executed() {
    return List.copyOf(executed);
  }

  /** What was executed, without the listener's own statements. */
  public List<String> executedForLeases() {
    return executed.stream()
        .filter(sql -> !sql.contains("listen") && !sql.contains("pg_notify"))
        .toList();
  }

  public void reset() {
    executed.clear();
  }

  /** Connections taken and not closed yet. */
  public int open() {
    return open.get();
  }

  private Object invoke(Object target, String sql, Method method, Object @Nullable [] arguments)
      throws Throwable {
    if (target instanceof Statement && method.getName().startsWith("execute")) {
      executed.add(arguments == null || arguments.length == 0 ? sql : String.valueOf(arguments[0]));
    }
    if (target instanceof Connection && method.getName().equals("close")) {
      open.decrementAndGet();
    }
    Object result;
    try {
      result = method.invoke(target, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause() == null ? e : e.getCause();
    }
    if (result instanceof PreparedStatement prepared
        && target instanceof Connection
        && arguments != null) {
      return proxy(PreparedStatement.class, prepared, String.valueOf(arguments[0]));
    }
    if (result instanceof Connection connection && target instanceof DataSource) {
      open.incrementAndGet();
      return proxy(Connection.class, connection, "");
    }
    return result instanceof Statement statement && target instanceof Connection
        ? proxy(Statement.class, statement, "")
        : result;
  }

  private <T> T proxy(Class<T> type, Object target, String sql) {
    InvocationHandler handler =
        (proxy, method, arguments) -> invoke(target, sql, method, arguments);
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
  }
}
