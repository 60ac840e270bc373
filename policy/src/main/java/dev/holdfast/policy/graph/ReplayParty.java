package dev.holdfast.policy.graph;

import dev.holdfast.policy.jdbc.Step;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** One transaction of a replay, on a connection of its own. */
final class ReplayParty implements AutoCloseable {

  /** Before the last statement nobody should wait; then PostgreSQL needs its deadlock_timeout. */
  private static final String SETTINGS =
      "set local lock_timeout = '2s'; set local statement_timeout = '10s'";

  private static final String LET_WAIT = "set local lock_timeout = 0";
  private static final String SOONER = "set local deadlock_timeout = '100ms'";
  private static final long LONGEST_SECONDS = 15;

  private final String name;
  private final LockEdge edge;
  private final Connection connection;
  private final int pid;
  private @Nullable Future<@Nullable SQLException> asked;

  private ReplayParty(String name, LockEdge edge, Connection connection) throws SQLException {
    this.name = name;
    this.edge = edge;
    this.connection = connection;
    connection.setAutoCommit(false);
    this.pid = Integer.parseInt(text("select pg_backend_pid()"));
  }

  static ReplayParty open(DataSource dataSource, String name, LockEdge edge) throws SQLException {
    Connection connection = dataSource.getConnection();
    try {
      return new ReplayParty(name, edge, connection);
    } catch (SQLException e) {
      connection.close();
      throw e;
    }
  }

  String name() {
    return name;
  }

  int pid() {
    return pid;
  }

  /** Runs all that comes before the statement that waits; why it could not, or nothing. */
  String prepare() throws SQLException {
    run(SETTINGS);
    if (text("select current_setting('is_superuser')").equals("on")) {
      run(SOONER);
    }
    List<RecordedStep> steps = edge.transaction().steps();
    for (RecordedStep step : steps.subList(0, edge.requested().index())) {
      try {
        run(step);
      } catch (SQLException e) {
        return name + " did not get there: " + e.getMessage() + ", at: " + step.sql();
      }
    }
    run(LET_WAIT);
    return "";
  }

  /** Sends the statement that waits, in another thread. */
  void ask(ExecutorService threads) {
    asked = threads.submit(this::request);
  }

  private @Nullable SQLException request() {
    try {
      run(edge.requested().step());
      return null;
    } catch (SQLException e) {
      return e;
    }
  }

  /** Whether the statement is over after so long. */
  boolean isOver(long millis) throws InterruptedException {
    if (asked == null) {
      return true;
    }
    try {
      asked.get(millis, TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (ExecutionException e) {
      return true;
    }
  }

  /** How the statement ended: null if well. */
  @Nullable SQLException end() throws InterruptedException {
    if (asked == null) {
      return null;
    }
    try {
      return asked.get(LONGEST_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      return new SQLException(String.valueOf(e.getCause()), e);
    } catch (TimeoutException e) {
      return new SQLException("did not end within " + LONGEST_SECONDS + " s", e);
    }
  }

  /** COMMIT would keep what it did; its checks can be had without it. */
  private void run(RecordedStep step) throws SQLException {
    if (step.kind() == Step.Kind.COMMIT) {
      run("set constraints all immediate");
    } else if (step.parameters().isEmpty()) {
      run(step.sql());
    } else {
      try (PreparedStatement statement = connection.prepareStatement(step.sql())) {
        for (int i = 0; i < step.parameters().size(); i++) {
          statement.setObject(i + 1, step.parameters().get(i));
        }
        statement.execute();
      }
    }
  }

  private void run(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private String text(String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      row.next();
      return row.getString(1);
    }
  }

  @Override
  public void close() {
    try (connection) {
      connection.rollback();
    } catch (SQLException e) {
      System.getLogger(Replay.class.getName())
          .log(System.Logger.Level.DEBUG, "a replayed transaction was not rolled back in peace", e);
    }
  }
}
