package dev.holdfast.testkit.holdfast;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;

/** Gives one thread connections over a relay, and all others (Holdfast's own) direct ones. */
final class FarDataSource implements DataSource {

  private final PGSimpleDataSource near;
  private final PGSimpleDataSource far;
  private final Thread traveller = Thread.currentThread();

  FarDataSource(PGSimpleDataSource near, PGSimpleDataSource far, int port) {
    this.near = near;
    this.far = far;
    far.setServerNames(new String[] {"127.0.0.1"});
    far.setPortNumbers(new int[] {port});
  }

  @Override
  public Connection getConnection() throws SQLException {
    return (Thread.currentThread() == traveller ? far : near).getConnection();
  }

  @Override
  public Connection getConnection(String user, String password) throws SQLException {
    throw new SQLFeatureNotSupportedException();
  }

  @Override
  public PrintWriter getLogWriter() throws SQLException {
    throw new SQLFeatureNotSupportedException();
  }

  @Override
  public void setLogWriter(PrintWriter out) throws SQLException {
    throw new SQLFeatureNotSupportedException();
  }

  @Override
  public void setLoginTimeout(int seconds) throws SQLException {
    throw new SQLFeatureNotSupportedException();
  }

  @Override
  public int getLoginTimeout() {
    return 0;
  }

  @Override
  public Logger getParentLogger() throws SQLFeatureNotSupportedException {
    throw new SQLFeatureNotSupportedException();
  }

  @Override
  public <T> T unwrap(Class<T> type) throws SQLException {
    throw new SQLFeatureNotSupportedException();
  }

  @Override
  public boolean isWrapperFor(Class<?> type) {
    return false;
  }
}
