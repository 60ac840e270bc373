package dev.holdfast.facts;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.sql.DataSource;

/** One connection, spoken to in SQL text; values come back as text. */
final class Session implements AutoCloseable {
  /** The SQLSTATE of success. */
  static final String OK = "00000";

  private final Connection connection;
  private final ExecutorService thread =
      Executors.newSingleThreadExecutor(
          task -> {
            Thread created = new Thread(task, "facts-session");
            created.setDaemon(true);
            return created;
          });
  private final int pid;

  private Session(Connection connection) throws SQLException {
    this.connection = connection;
    this.pid = Integer.parseInt(value("select pg_backend_pid()"));
  }

  static Session on(DataSource source) throws SQLException {
    return new Session(source.getConnection());
  }

  int pid() {
    return pid;
  }

  Connection connection() {
    return connection;
  }

  void run(String... statements) throws SQLException {
    for (String statement : statements) {
      column(statement);
    }
  }

  /** The first column of the first row, or "nothing" if there is no row. */
  String value(String sql) throws SQLException {
    List<String> values = column(sql);
    return values.isEmpty() ? "nothing" : values.get(0);
  }

  long number(String sql) throws SQLException {
    return Long.parseLong(value(sql));
  }

  /** The first column. */
  List<String> column(String sql) throws SQLException {
    List<String> values = new ArrayList<>();
    try (Statement statement = connection.createStatement()) {
      if (statement.execute(sql)) {
        try (ResultSet rows = statement.getResultSet()) {
          boolean hasColumn = rows.getMetaData().getColumnCount() > 0;
          while (rows.next()) {
            values.add(hasColumn ? String.valueOf(rows.getString(1)) : "row");
          }
        }
      }
    }
    return values;
  }

  /** Runs it and tells the SQLSTATE that it ended with. */
  String state(String sql) {
    try {
      column(sql);
      return OK;
    } catch (SQLException e) {
      return String.valueOf(e.getSQLState());
    }
  }

  /** The same, and leaves the transaction as it was before. */
  String probe(String sql) throws SQLException {
    run("savepoint probe");
    String state = state(sql);
    run("rollback to savepoint probe");
    return state;
  }

  /** Starts a statement that will have to wait; its value comes later. */
  Future<String> start(String sql) {
    return thread.submit(() -> value(sql));
  }

  /** Awaits what {@link #start} began. */
  static String result(Future<String> started) throws Exception {
    return started.get(20, TimeUnit.SECONDS);
  }

  /** The SQLSTATE with which a started statement failed. */
  static String failure(Future<String> started) throws InterruptedException {
    try {
      return "succeeded with " + started.get(20, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof SQLException failed) {
        return String.valueOf(failed.getSQLState());
      }
      throw new CompletionException(e.getCause());
    } catch (TimeoutException e) {
      throw new AssertionError("It still waits", e);
    }
  }

  @Override
  public void close() {
    try {
      // Ends a statement that still waits, too.
      connection.abort(Runnable::run);
    } catch (SQLException gone) {
      // A session that the server ended is closed already.
    }
    thread.shutdownNow();
  }
}
