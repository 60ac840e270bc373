package dev.holdfast.transaction;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.Semaphore;
import org.postgresql.ds.PGSimpleDataSource;

/** A pool of one: hands out the same physical connection each time, and never closes it. */
final class OneConnection extends PGSimpleDataSource {

  private static final long serialVersionUID = 1L;

  private final transient Connection only;
  private final boolean asItIs;
  private final transient Semaphore places;

  OneConnection(Connection only) {
    this(only, false, 1_000_000);
  }

  OneConnection(Connection only, boolean asItIs) {
    this(only, asItIs, 1_000_000);
  }

  /** Hands it out so often; after that callers wait, for ever. */
  OneConnection(Connection only, int times) {
    this(only, false, times);
  }

  private OneConnection(Connection only, boolean asItIs, int times) {
    this.only = only;
    this.asItIs = asItIs;
    this.places = new Semaphore(times);
  }

  @Override
  public Connection getConnection() throws SQLException {
    places.acquireUninterruptibly();
    if (asItIs) {
      return only;
    }
    return (Connection)
        Proxy.newProxyInstance(
            Connection.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("close")) {
                return null;
              }
              try {
                return method.invoke(only, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause() == null ? e : e.getCause();
              }
            });
  }
}
