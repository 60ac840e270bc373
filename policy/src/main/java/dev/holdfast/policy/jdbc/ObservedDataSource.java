package dev.holdfast.policy.jdbc;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.logging.Logger;
import javax.sql.DataSource;
import javax.sql.XADataSource;

/**
 * A data source whose connections tell an observer of everything that they do. Put it around a pool
 * or give it to one; one of them is enough.
 */
public final class ObservedDataSource extends Delegating<DataSource> implements DataSource {

  private final JdbcObserver observer;

  private ObservedDataSource(DataSource delegate, JdbcObserver observer) {
    super(delegate);
    this.observer = observer;
  }

  /**
   * Wraps a data source.
   *
   * @throws IllegalArgumentException if it is for XA: its transactions end where nobody sees it
   */
  public static ObservedDataSource of(DataSource dataSource, JdbcObserver observer) {
    if (dataSource instanceof XADataSource) {
      throw new IllegalArgumentException(
          "an XADataSource can't be observed: its transactions end behind the connection's back."
              + " Give a plain DataSource");
    }
    return new ObservedDataSource(dataSource, observer);
  }

  @Override
  public Connection getConnection() throws SQLException {
    return observed(delegate.getConnection());
  }

  @Override
  public Connection getConnection(String user, String password) throws SQLException {
    return observed(delegate.getConnection(user, password));
  }

  @Override
  public PrintWriter getLogWriter() throws SQLException {
    return delegate.getLogWriter();
  }

  @Override
  public void setLogWriter(PrintWriter out) throws SQLException {
    delegate.setLogWriter(out);
  }

  @Override
  public void setLoginTimeout(int seconds) throws SQLException {
    delegate.setLoginTimeout(seconds);
  }

  @Override
  public int getLoginTimeout() throws SQLException {
    return delegate.getLoginTimeout();
  }

  @Override
  public Logger getParentLogger() throws java.sql.SQLFeatureNotSupportedException {
    return delegate.getParentLogger();
  }

  private Connection observed(Connection connection) throws SQLException {
    return new ObservedConnection(connection, new Session(observer, connection));
  }
}
