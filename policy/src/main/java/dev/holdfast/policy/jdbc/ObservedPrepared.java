package dev.holdfast.policy.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A prepared statement: its text is read when it is prepared, not when it runs. */
class ObservedPrepared<S extends PreparedStatement> extends DelegatingParameters<S> {

  private final Script script;
  private final boolean keeps;
  private final List<List<@Nullable Object>> batch = new ArrayList<>(0);
  private List<@Nullable Object> values = new ArrayList<>(0);

  ObservedPrepared(S delegate, Session session, Connection connection, Script script) {
    super(delegate, session, connection);
    this.script = script;
    this.keeps = session.keepsParameters();
  }

  @Override
  public final ResultSet executeQuery() throws SQLException {
    return observed(session.run(script, bound(), delegate::executeQuery));
  }

  @Override
  public final boolean execute() throws SQLException {
    return session.run(script, bound(), delegate::execute);
  }

  @Override
  public final int executeUpdate() throws SQLException {
    return session.run(script, bound(), delegate::executeUpdate);
  }

  @Override
  public final long executeLargeUpdate() throws SQLException {
    return session.run(script, bound(), delegate::executeLargeUpdate);
  }

  @Override
  public final void addBatch() throws SQLException {
    delegate.addBatch();
    batch.add(copy());
  }

  @Override
  public final void clearBatch() throws SQLException {
    super.clearBatch();
    batch.clear();
  }

  @Override
  public final void clearParameters() throws SQLException {
    delegate.clearParameters();
    values = new ArrayList<>(0);
  }

  /** One text, however often it runs; PostgreSQL's driver refuses other texts in this batch. */
  @Override
  <T> T runBatch(SqlCall<T> call) throws SQLException {
    if (batch.isEmpty()) {
      return super.runBatch(call);
    }
    List<List<@Nullable Object>> all = keeps ? List.copyOf(batch) : List.of();
    return session.run(
        script,
        all,
        () -> {
          batch.clear();
          return call.get();
        });
  }

  @Override
  final void bound(int index, @Nullable Object value) {
    if (keeps) {
      while (values.size() < index) {
        values.add(null);
      }
      values.set(index - 1, value);
    }
  }

  private List<List<@Nullable Object>> bound() {
    return keeps ? List.of(copy()) : List.of();
  }

  private List<@Nullable Object> copy() {
    return keeps ? Collections.unmodifiableList(new ArrayList<>(values)) : List.of();
  }
}
