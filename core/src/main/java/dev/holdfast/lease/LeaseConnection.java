package dev.holdfast.lease;

import dev.holdfast.internal.Connector;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGStatement;

/**
 * The one connection of the dispatcher, taken once and kept: an exhausted pool can't keep a renewal
 * waiting. Opened on demand, dropped when it broke. Not thread-safe.
 */
final class LeaseConnection implements AutoCloseable {

  private static final String NOT_READ_COMMITTED = "HF002";

  private final Connector connector;
  private final BatchCall.Asker asker;
  private @Nullable Connection connection;
  private final Map<Set<Batch.Part>, PreparedStatement> statements = new HashMap<>();
  private boolean wrapped;
  private int answerTimeoutMillis;

  LeaseConnection(DataSource dataSource, UUID process, String defaultHolder) {
    this.connector = new Connector(dataSource);
    this.asker = new BatchCall.Asker(process, defaultHolder);
  }

  /** For the waits of the process that uses this connection. */
  WaitReports reports(Lane[] lanes, Owners owners) {
    return new WaitReports(lanes, owners, asker.process(), asker.defaultHolder());
  }

  /** Sends a batch; if it throws, look at {@link #isBroken}. */
  List<Answer> call(Batch batch, int timeoutMillis) throws SQLException {
    Connection open = open(timeoutMillis);
    try {
      return BatchCall.execute(statement(open, batch.parts()), batch, asker);
    } catch (SQLException e) {
      if (!NOT_READ_COMMITTED.equals(e.getSQLState())) {
        recover(open);
        throw e;
      }
      forgetStatements();
      wrapped = true;
      return call(batch, timeoutMillis);
    }
  }

  void wake(List<String> resources, List<UUID> processes, int timeoutMillis) throws SQLException {
    Connection open = open(timeoutMillis);
    try (PreparedStatement statement = open.prepareStatement(LeaseSql.WAKE)) {
      statement.setObject(1, resources.toArray(String[]::new));
      statement.setArray(2, open.createArrayOf("uuid", processes.toArray()));
      statement.execute();
    }
  }

  /** Makes the listener of this process look up: there is news about no resource. */
  void wakeListener(int timeoutMillis) throws SQLException {
    wake(List.of(""), List.of(asker.process()), timeoutMillis);
  }

  void leave(int bucket, List<String> resources, int timeoutMillis) throws SQLException {
    try (PreparedStatement statement = open(timeoutMillis).prepareStatement(LeaseSql.LEAVE)) {
      statement.setInt(1, bucket);
      statement.setObject(2, asker.process());
      statement.setObject(3, resources.toArray(String[]::new));
      statement.execute();
    }
  }

  /** Whether there is more to tidy up than was done. */
  boolean maintain(int bucket, int limit, int timeoutMillis) throws SQLException {
    Connection open = open(timeoutMillis);
    String sql = BatchCall.framed(List.of(LeaseSql.MAINTAIN), wrapped);
    try (PreparedStatement statement = open.prepareStatement(sql)) {
      statement.setInt(1, bucket);
      statement.setInt(2, limit);
      for (boolean rows = statement.execute(); !rows; rows = statement.getMoreResults()) {
        // the beginning of the wrapped form
      }
      try (ResultSet row = statement.getResultSet()) {
        row.next();
        return row.getInt(1) == limit || row.getInt(2) == limit;
      }
    } catch (SQLException e) {
      recover(open);
      throw e;
    }
  }

  /** Says who waits; answers who can't get on before whom, if asked to look. */
  List<Deadlocks.Edge> reportWaits(String waits, int more, boolean look, int timeoutMillis)
      throws SQLException {
    Connection open = open(timeoutMillis);
    String sql = BatchCall.framed(List.of(LeaseSql.REPORT_WAITS), wrapped);
    try (PreparedStatement statement = open.prepareStatement(sql)) {
      statement.setObject(1, asker.process());
      statement.setString(2, waits);
      statement.setInt(3, more);
      statement.setBoolean(4, look);
      return ReportCall.edges(statement);
    } catch (SQLException e) {
      recover(open);
      throw e;
    }
  }

  void reportIncidents(List<Incidents.Incident> incidents, long now, int timeoutMillis)
      throws SQLException {
    Connection open = open(timeoutMillis);
    String sql = BatchCall.framed(List.of(LeaseSql.REPORT_INCIDENTS), wrapped);
    try (PreparedStatement statement = open.prepareStatement(sql)) {
      ReportCall.bind(statement, incidents, now);
      statement.execute();
    } catch (SQLException e) {
      recover(open);
      throw e;
    }
  }

  /** Whether the connection is gone: what was sent on it may have happened. */
  boolean isBroken() {
    try {
      return connection == null || connection.isClosed();
    } catch (SQLException e) {
      return true;
    }
  }

  @Override
  public void close() {
    Connection old = connection;
    connection = null;
    forgetStatements();
    if (old != null) {
      try {
        old.close();
      } catch (SQLException e) {
        // it is not used any more, whatever state it is in
      }
    }
  }

  private Connection open(int timeoutMillis) throws SQLException {
    Connection open = connection;
    if (open == null) {
      open = connector.open(timeoutMillis);
      connection = open;
      answerTimeoutMillis = 0;
      open.setAutoCommit(true);
    }
    if (timeoutMillis != answerTimeoutMillis) {
      open.setNetworkTimeout(Runnable::run, timeoutMillis);
      answerTimeoutMillis = timeoutMillis;
    }
    return open;
  }

  private PreparedStatement statement(Connection open, Set<Batch.Part> parts) throws SQLException {
    PreparedStatement statement = statements.get(parts);
    if (statement == null) {
      statement = open.prepareStatement(BatchCall.sql(parts, wrapped));
      if (wrapped && statement.isWrapperFor(PGStatement.class)) {
        // prepared on the server, rows of unknown size make the driver wait for "begin" first
        statement.unwrap(PGStatement.class).setPrepareThreshold(0);
      }
      statements.put(parts, statement);
    }
    return statement;
  }

  private void forgetStatements() {
    for (PreparedStatement statement : statements.values()) {
      try {
        statement.close();
      } catch (SQLException e) {
        // gone with its connection
      }
    }
    statements.clear();
  }

  /** After an error in the wrapped form its transaction is still open. */
  private void recover(Connection open) {
    if (!wrapped) {
      return;
    }
    try (Statement statement = open.createStatement()) {
      statement.execute("rollback");
    } catch (SQLException e) {
      close();
    }
  }
}
