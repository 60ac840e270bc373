package dev.holdfast.server.http;

import java.io.PrintWriter;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.util.concurrent.Executor;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Connections on which no statement runs longer than five seconds, and no read of the socket takes
 * longer than ten. The driver cancels it: a setting of the session (statement_timeout) would stay
 * with the server's connection behind a transaction pooler, and hit somebody else.
 */
final class BoundedSource implements DataSource {
  private static final int SECONDS = 5;
  private static final int SOCKET_MILLIS = 10_000;
  private static final Executor HERE = Runnable::run;

  private final DataSource source;

  BoundedSource(DataSource source) {
    this.source = source;
  }

  @Override
  public Connection getConnection() throws SQLException {
    return bound(source.getConnection());
  }

  @Override
  public Connection getConnection(String user, String password) throws SQLException {
    return bound(source.getConnection(user, password));
  }

  private static Connection bound(Connection connection) throws SQLException {
    connection.setNetworkTimeout(HERE, SOCKET_MILLIS);
    return (Connection)
        Proxy.newProxyInstance(
            BoundedSource.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            (proxy, method, arguments) -> {
              try {
                Object result = method.invoke(connection, arguments);
                if (result instanceof Statement statement) {
                  statement.setQueryTimeout(SECONDS);
                }
                return result;
              } catch (InvocationTargetException e) {
                throw e.getCause() == null ? e : e.getCause();
              }
            });
  }

  @Override
  public @Nullable PrintWriter getLogWriter() throws SQLException {
    return source.getLogWriter();
  }

  @Override
  public void setLogWriter(PrintWriter out) throws SQLException {
    source.setLogWriter(out);
  }

  @Override
  public void setLoginTimeout(int seconds) throws SQLException {
    source.setLoginTimeout(seconds);
  }

  @Override
  public int getLoginTimeout() throws SQLException {
    return source.getLoginTimeout();
  }

  @Override
  public Logger getParentLogger() throws SQLFeatureNotSupportedException {
    return source.getParentLogger();
  }

  @Override
  public <T> T unwrap(Class<T> type) throws SQLException {
    return source.unwrap(type);
  }

  @Override
  public boolean isWrapperFor(Class<?> type) throws SQLException {
    return source.isWrapperFor(type);
  }
}
