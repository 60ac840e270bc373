package dev.holdfast.transaction;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import org.postgresql.ds.PGSimpleDataSource;

/** A pool of one: hands out the same physical connection each time, and never closes it. */
final class OneConnection extends PGSimpleDataSource {

  private static final long serialVersionUID = 1L;

  private final transient Connection only;

  OneConnection(Connection only) {
    this.only = only;
  }

  @Override
  public Connection getConnection() throws SQLException {
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
