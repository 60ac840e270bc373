package dev.holdfast.support;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * A DataSource that loses an answer on request: the statement takes effect, then its connection
 * breaks before anybody hears of it.
 */
public final class LossyDataSource {

  private final DataSource proxy;
  private final AtomicReference<@Nullable String> wanted = new AtomicReference<>();
  private final AtomicInteger lost = new AtomicInteger();

  public LossyDataSource(DataSource target) {
    this.proxy = proxy(DataSource.class, target, null, "");
  }

  public DataSource dataSource() {
    return proxy;
  }

  /** The next statement that has this text in it. */
  public void loseNextAnswerTo(String text) {
    wanted.set(text);
  }

  public int lost() {
    return lost.get();
  }

  private Object invoke(
      Object target,
      @Nullable Connection connection,
      String sql,
      Method method,
      Object @Nullable [] arguments)
      throws Throwable {
    Object result;
    try {
      result = method.invoke(target, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause() == null ? e : e.getCause();
    }
    if (connection != null && method.getName().startsWith("execute") && isWanted(sql)) {
      lost.incrementAndGet();
      connection.abort(Runnable::run);
      throw new SQLException("the connection broke (a test did it)", "08006");
    }
    if (target instanceof DataSource && result instanceof Connection opened) {
      return proxy(Connection.class, opened, null, "");
    }
    return target instanceof Connection of
            && result instanceof PreparedStatement
            && arguments != null
        ? proxy(PreparedStatement.class, result, of, String.valueOf(arguments[0]))
        : result;
  }

  private boolean isWanted(String sql) {
    String text = wanted.get();
    return text != null && sql.contains(text) && wanted.compareAndSet(text, null);
  }

  private <T> T proxy(Class<T> type, Object target, @Nullable Connection connection, String sql) {
    InvocationHandler handler =
        (self, method, arguments) -> invoke(target, connection, sql, method, arguments);
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
  }
}
