package dev.holdfast.policy.jdbc;

import dev.holdfast.policy.jdbc.Step.Kind;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.concurrent.Executor;

/** A connection that tells of its transactions, and hands out statements that tell of theirs. */
final class ObservedConnection extends DelegatingConnection {

  private final Session session;

  ObservedConnection(Connection delegate, Session session) {
    super(delegate);
    this.session = session;
  }

  @Override
  public Statement createStatement() throws SQLException {
    return observed(delegate.createStatement());
  }

  @Override
  public Statement createStatement(int type, int concurrency) throws SQLException {
    return observed(delegate.createStatement(type, concurrency));
  }

  @Override
  public Statement createStatement(int type, int concurrency, int holdability) throws SQLException {
    return observed(delegate.createStatement(type, concurrency, holdability));
  }

  @Override
  public PreparedStatement prepareStatement(String sql) throws SQLException {
    return observed(sql, delegate.prepareStatement(sql));
  }

  @Override
  public PreparedStatement prepareStatement(String sql, int type, int concurrency)
      throws SQLException {
    return observed(sql, delegate.prepareStatement(sql, type, concurrency));
  }

  @Override
  public PreparedStatement prepareStatement(String sql, int type, int concurrency, int holdability)
      throws SQLException {
    return observed(sql, delegate.prepareStatement(sql, type, concurrency, holdability));
  }

  @Override
  public PreparedStatement prepareStatement(String sql, int generatedKeys) throws SQLException {
    return observed(sql, delegate.prepareStatement(sql, generatedKeys));
  }

  @Override
  public PreparedStatement prepareStatement(String sql, int[] columns) throws SQLException {
    return observed(sql, delegate.prepareStatement(sql, columns));
  }

  @Override
  public PreparedStatement prepareStatement(String sql, String[] columns) throws SQLException {
    return observed(sql, delegate.prepareStatement(sql, columns));
  }

  @Override
  public CallableStatement prepareCall(String sql) throws SQLException {
    return observed(sql, delegate.prepareCall(sql));
  }

  @Override
  public CallableStatement prepareCall(String sql, int type, int concurrency) throws SQLException {
    return observed(sql, delegate.prepareCall(sql, type, concurrency));
  }

  @Override
  public CallableStatement prepareCall(String sql, int type, int concurrency, int holdability)
      throws SQLException {
    return observed(sql, delegate.prepareCall(sql, type, concurrency, holdability));
  }

  @Override
  public DatabaseMetaData getMetaData() throws SQLException {
    return ObservedMetaData.of(delegate.getMetaData(), session, this);
  }

  @Override
  public void setAutoCommit(boolean on) throws SQLException {
    session.setAutoCommit(on, () -> delegate.setAutoCommit(on));
  }

  @Override
  public void commit() throws SQLException {
    session.end(Script.COMMIT, delegate::commit);
  }

  @Override
  public void rollback() throws SQLException {
    session.end(Script.ROLLBACK, delegate::rollback);
  }

  /** The driver makes up a number, known only afterwards; nobody can object to a savepoint. */
  @Override
  public Savepoint setSavepoint() throws SQLException {
    Savepoint savepoint = delegate.setSavepoint();
    return session.run(Script.of(Kind.SAVEPOINT, nameOf(savepoint)), () -> savepoint);
  }

  @Override
  public Savepoint setSavepoint(String name) throws SQLException {
    return session.run(Script.of(Kind.SAVEPOINT, name), () -> delegate.setSavepoint(name));
  }

  @Override
  public void rollback(Savepoint savepoint) throws SQLException {
    session.runPlain(
        Script.of(Kind.ROLLBACK_TO, nameOf(savepoint)), () -> delegate.rollback(savepoint));
  }

  @Override
  public void releaseSavepoint(Savepoint savepoint) throws SQLException {
    session.runPlain(
        Script.of(Kind.RELEASE, nameOf(savepoint)), () -> delegate.releaseSavepoint(savepoint));
  }

  @Override
  public void close() throws SQLException {
    try {
      delegate.close();
    } finally {
      session.close();
    }
  }

  @Override
  public void abort(Executor executor) throws SQLException {
    try {
      delegate.abort(executor);
    } finally {
      session.close();
    }
  }

  /** PostgreSQL's driver gives nameless savepoints this name; SQL text could use it as well. */
  private static String nameOf(Savepoint savepoint) throws SQLException {
    try {
      return savepoint.getSavepointName();
    } catch (SQLException nameless) {
      return "jdbc_savepoint_" + savepoint.getSavepointId();
    }
  }

  private Statement observed(Statement statement) {
    return new ObservedStatement<>(statement, session, this);
  }

  private PreparedStatement observed(String sql, PreparedStatement statement) throws SQLException {
    return new ObservedPrepared<>(statement, session, this, session.script(sql));
  }

  private CallableStatement observed(String sql, CallableStatement statement) throws SQLException {
    String text = ObservedCallable.textOf(sql);
    return ObservedCallable.of(statement, session, this, session.script(text));
  }
}
