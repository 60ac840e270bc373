package dev.holdfast.policy.jdbc;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A statement that tells of what it executes, batches included. */
class ObservedStatement<S extends Statement> extends DelegatingStatement<S> {

  final Session session;
  private final Connection connection;
  private final List<Script> batch = new ArrayList<>(0);
  private @Nullable ObservedResultSet latest;

  ObservedStatement(S delegate, Session session, Connection connection) {
    super(delegate);
    this.session = session;
    this.connection = connection;
  }

  @Override
  public final Connection getConnection() {
    return connection;
  }

  @Override
  public final ResultSet executeQuery(String sql) throws SQLException {
    return observed(session.run(session.script(sql), () -> delegate.executeQuery(sql)));
  }

  @Override
  public final boolean execute(String sql) throws SQLException {
    return session.run(session.script(sql), () -> delegate.execute(sql));
  }

  @Override
  public final boolean execute(String sql, int generatedKeys) throws SQLException {
    return session.run(session.script(sql), () -> delegate.execute(sql, generatedKeys));
  }

  @Override
  public final boolean execute(String sql, int[] columns) throws SQLException {
    return session.run(session.script(sql), () -> delegate.execute(sql, columns));
  }

  @Override
  public final boolean execute(String sql, String[] columns) throws SQLException {
    return session.run(session.script(sql), () -> delegate.execute(sql, columns));
  }

  @Override
  public final int executeUpdate(String sql) throws SQLException {
    return session.run(session.script(sql), () -> delegate.executeUpdate(sql));
  }

  @Override
  public final int executeUpdate(String sql, int generatedKeys) throws SQLException {
    return session.run(session.script(sql), () -> delegate.executeUpdate(sql, generatedKeys));
  }

  @Override
  public final int executeUpdate(String sql, int[] columns) throws SQLException {
    return session.run(session.script(sql), () -> delegate.executeUpdate(sql, columns));
  }

  @Override
  public final int executeUpdate(String sql, String[] columns) throws SQLException {
    return session.run(session.script(sql), () -> delegate.executeUpdate(sql, columns));
  }

  @Override
  public final long executeLargeUpdate(String sql) throws SQLException {
    return session.run(session.script(sql), () -> delegate.executeLargeUpdate(sql));
  }

  @Override
  public final long executeLargeUpdate(String sql, int generatedKeys) throws SQLException {
    return session.run(session.script(sql), () -> delegate.executeLargeUpdate(sql, generatedKeys));
  }

  @Override
  public final long executeLargeUpdate(String sql, int[] columns) throws SQLException {
    return session.run(session.script(sql), () -> delegate.executeLargeUpdate(sql, columns));
  }

  @Override
  public final long executeLargeUpdate(String sql, String[] columns) throws SQLException {
    return session.run(session.script(sql), () -> delegate.executeLargeUpdate(sql, columns));
  }

  @Override
  public final void addBatch(String sql) throws SQLException {
    delegate.addBatch(sql);
    batch.add(session.script(sql));
  }

  @Override
  public void clearBatch() throws SQLException {
    delegate.clearBatch();
    batch.clear();
  }

  @Override
  public final int[] executeBatch() throws SQLException {
    return runBatch(delegate::executeBatch);
  }

  @Override
  public final long[] executeLargeBatch() throws SQLException {
    return runBatch(delegate::executeLargeBatch);
  }

  /** A refused batch stays as it is, here and in the driver. */
  <T> T runBatch(SqlCall<T> call) throws SQLException {
    return session.run(
        Script.of(batch),
        () -> {
          batch.clear();
          return call.get();
        });
  }

  /** Null if the latest result is a count. */
  @Override
  public final @Nullable ResultSet getResultSet() throws SQLException {
    ResultSet results = delegate.getResultSet();
    return results == null ? null : observed(results);
  }

  @Override
  public final ResultSet getGeneratedKeys() throws SQLException {
    return observed(delegate.getGeneratedKeys());
  }

  /** What a result set gives back as its statement. */
  Statement self() {
    return this;
  }

  /** The same result set in the same wrapper. */
  final ResultSet observed(ResultSet results) {
    ObservedResultSet known = latest;
    if (known == null || known.delegate != results) {
      known = new ObservedResultSet(results, session, self());
      latest = known;
    }
    return known;
  }
}
