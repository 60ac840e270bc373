package dev.holdfast.support;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** A DataSource that keeps an answer back on request: the statement took effect, nobody hears. */
public final class LateDataSource {

  private final DataSource proxy;
  private final AtomicReference<@Nullable Answer> next = new AtomicReference<>();

  public LateDataSource(DataSource target) {
    this.proxy = proxy(DataSource.class, target, "");
  }

  /** An answer that is kept back. */
  public static final class Answer {

    private final String text;
    private final CountDownLatch there = new CountDownLatch(1);
    private final CountDownLatch told = new CountDownLatch(1);

    private Answer(String text) {
      this.text = text;
    }

    /** Waits until the statement was executed. */
    public Answer awaitThere() {
      Await.signal("a statement with " + text, there);
      return this;
    }

    public void tell() {
      told.countDown();
    }
  }

  public DataSource dataSource() {
    return proxy;
  }

  /** Of the next statement that has this text in it. */
  public Answer keepNextAnswerTo(String text) {
    Answer answer = new Answer(text);
    next.set(answer);
    return answer;
  }

  private Object invoke(Object target, String sql, Method method, Object @Nullable [] arguments)
      throws Throwable {
    Object result;
    try {
      result = method.invoke(target, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause() == null ? e : e.getCause();
    }
    Answer answer = next.get();
    if (target instanceof PreparedStatement
        && method.getName().startsWith("execute")
        && answer != null
        && sql.contains(answer.text)
        && next.compareAndSet(answer, null)) {
      answer.there.countDown();
      Await.signal("leave to answer", answer.told);
    }
    if (target instanceof DataSource && result instanceof Connection opened) {
      return proxy(Connection.class, opened, "");
    }
    return target instanceof Connection && result instanceof PreparedStatement && arguments != null
        ? proxy(PreparedStatement.class, result, String.valueOf(arguments[0]))
        : result;
  }

  private <T> T proxy(Class<T> type, Object target, String sql) {
    InvocationHandler handler = (self, method, arguments) -> invoke(target, sql, method, arguments);
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
  }
}
