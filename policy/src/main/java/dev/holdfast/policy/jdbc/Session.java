package dev.holdfast.policy.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One connection while it is handed out: whether a transaction is open, and who hears of it. */
final class Session {

  private final SessionObserver observer;
  private final Connection connection;
  private final boolean keepsParameters;
  private boolean autoCommit;
  private boolean open;
  private boolean closed;

  Session(JdbcObserver observer, Connection connection) throws SQLException {
    this.connection = connection;
    this.autoCommit = connection.getAutoCommit();
    this.keepsParameters = observer.wantsParameters();
    this.observer = observer.opened();
  }

  boolean keepsParameters() {
    return keepsParameters;
  }

  /** JDBC's escapes in braces are the driver's to translate; mostly there are none. */
  Script script(String sql) throws SQLException {
    return Script.of(sql.indexOf('{') < 0 ? sql : connection.nativeSQL(sql));
  }

  /** Tells the observer, makes the call, tells the observer what became of it. */
  <T> T run(Script script, SqlCall<T> call) throws SQLException {
    return run(script, List.of(), call);
  }

  <T> T run(Script script, List<List<@Nullable Object>> parameters, SqlCall<T> call)
      throws SQLException {
    Plan plan = script.plan(open, autoCommit);
    Execution execution = plan.execution().with(parameters);
    observer.before(execution);
    T result;
    try {
      result = call.get();
    } catch (SQLException | RuntimeException | Error e) {
      settle(plan, execution, e);
      throw e;
    }
    open = plan.open();
    observer.done(execution);
    return result;
  }

  void runPlain(Script script, SqlCall.Plain call) throws SQLException {
    run(
        script,
        () -> {
          call.run();
          return true;
        });
  }

  /** Under autocommit the driver refuses it, and a transaction that SQL text began goes on. */
  void end(Script script, SqlCall.Plain call) throws SQLException {
    if (autoCommit) {
      call.run();
    } else {
      runPlain(script, call);
    }
  }

  /** Turning autocommit on commits what is open. */
  void setAutoCommit(boolean on, SqlCall.Plain call) throws SQLException {
    if (on && !autoCommit && open) {
      runPlain(Script.COMMIT, call);
    } else {
      call.run();
    }
    autoCommit = on;
  }

  void close() {
    if (!closed) {
      closed = true;
      open = false;
      observer.closed();
    }
  }

  private void settle(Plan plan, Execution execution, Throwable failure) {
    if (failure instanceof SQLException e && ranAllTheSame(e)) {
      open = plan.open();
      observer.done(execution);
      return;
    }
    if (execution.isEnd()) {
      open = false;
    }
    observer.failed(execution, failure);
  }

  /**
   * The driver complains of a result that it did not expect ({@code executeUpdate} of a SELECT)
   * only after the statement ran, in the classes 01 and 02; no error of a server is in these.
   */
  private static boolean ranAllTheSame(SQLException failure) {
    String state = failure.getSQLState();
    return state != null && (state.startsWith("01") || state.startsWith("02"));
  }
}
