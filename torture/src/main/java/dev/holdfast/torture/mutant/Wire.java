package dev.holdfast.torture.mutant;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collections;
import java.util.UUID;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** The calls of one client, on a connection that is made again when it broke. */
final class Wire implements AutoCloseable {

  /** An answer to an acquisition; the fence of whoever has it if it is refused. */
  record Answer(String outcome, long fence) {}

  /** Answers to a pass: what became of the lease that was there, and of the one asked for. */
  record Passed(String released, Answer acquired) {}

  private final DataSource source;
  private final UUID process = UUID.randomUUID();
  private @Nullable Connection open;

  Wire(DataSource source) {
    this.source = source;
  }

  Connection connection() throws SQLException {
    Connection current = open;
    if (current == null || current.isClosed()) {
      current = source.getConnection();
      open = current;
    }
    return current;
  }

  Answer acquire(String resource, UUID token, long ttlMillis, String holder) throws SQLException {
    try (PreparedStatement call = connection().prepareStatement(MutantSql.ACQUIRE)) {
      call.setObject(1, process);
      call.setString(2, resource);
      call.setObject(3, token);
      call.setLong(4, ttlMillis);
      call.setString(5, holder);
      try (ResultSet row = call.executeQuery()) {
        return row.next() ? new Answer(row.getString(1), row.getLong(2)) : new Answer("busy", 0);
      }
    }
  }

  String renew(String resource, long fence, UUID token, long ttlMillis) throws SQLException {
    try (PreparedStatement call = connection().prepareStatement(MutantSql.RENEW)) {
      call.setString(1, resource);
      call.setLong(2, fence);
      call.setObject(3, token);
      call.setLong(4, ttlMillis);
      return outcome(call);
    }
  }

  String release(String resource, long fence, UUID token) throws SQLException {
    try (PreparedStatement call = connection().prepareStatement(MutantSql.RELEASE)) {
      call.setString(1, resource);
      call.setLong(2, fence);
      call.setObject(3, token);
      return outcome(call);
    }
  }

  Passed pass(String resource, long fence, UUID token, UUID newToken, long ttlMillis, String holder)
      throws SQLException {
    try (PreparedStatement call = connection().prepareStatement(MutantSql.PASS)) {
      call.setObject(1, process);
      call.setString(2, resource);
      call.setLong(3, fence);
      call.setObject(4, token);
      call.setObject(5, newToken);
      call.setLong(6, ttlMillis);
      call.setString(7, holder);
      return passed(call);
    }
  }

  /** One row if it went as one step, one for each part if not. */
  private static Passed passed(PreparedStatement call) throws SQLException {
    String released = "nothing";
    Answer acquired = new Answer("busy", 0);
    try (ResultSet row = call.executeQuery()) {
      while (row.next()) {
        String part = row.getString(1);
        Answer answer = new Answer(row.getString(2), row.getLong(3));
        if (part.equals("pass")) {
          return new Passed("released", answer);
        } else if (part.equals("release")) {
          released = answer.outcome();
        } else {
          acquired = answer;
        }
      }
    }
    return new Passed(released, acquired);
  }

  /**
   * Records hand-overs.
   *
   * @param token the first lease's, if it is honest
   * @param last the one that the chain led to
   */
  Answer succeed(Chain chain, UUID token, Held last, long ttlMillis, String holder)
      throws SQLException {
    Connection current = connection();
    try (PreparedStatement call = current.prepareStatement(MutantSql.SUCCEED)) {
      call.setObject(1, process);
      call.setString(2, last.resource());
      call.setLong(3, chain.first().fence());
      call.setObject(4, token);
      call.setLong(5, chain.endedAge());
      call.setInt(6, chain.length());
      call.setObject(7, last.token());
      call.setLong(8, ttlMillis);
      call.setString(9, holder);
      call.setLong(10, chain.beganAge());
      int between = chain.length() - 1;
      call.setArray(
          11, current.createArrayOf("text", Collections.nCopies(between, holder).toArray()));
      call.setArray(
          12, current.createArrayOf("bigint", Collections.nCopies(between, ttlMillis).toArray()));
      call.setArray(13, current.createArrayOf("bigint", chain.pastBeganAges()));
      call.setArray(14, current.createArrayOf("bigint", chain.pastEndedAges()));
      try (ResultSet row = call.executeQuery()) {
        return row.next() ? new Answer(row.getString(1), row.getLong(2)) : new Answer("nothing", 0);
      }
    }
  }

  void guard(String resource, long fence, UUID token) throws SQLException {
    try (PreparedStatement call = connection().prepareStatement(MutantSql.GUARD)) {
      call.setString(1, resource);
      call.setLong(2, fence);
      call.setObject(3, token);
      call.execute();
    }
  }

  void write(String resource, long fence, long value) throws SQLException {
    try (PreparedStatement call = connection().prepareStatement(MutantSql.WRITE)) {
      call.setString(1, resource);
      call.setLong(2, fence);
      call.setLong(3, value);
      call.executeUpdate();
    }
  }

  void run(String sql) throws SQLException {
    try (var statement = connection().createStatement()) {
      statement.execute(sql);
    }
  }

  /** Opens a transaction, so that its time begins here. */
  void begin() throws SQLException {
    connection().setAutoCommit(false);
    run("select 1");
  }

  void commit() throws SQLException {
    connection().commit();
    connection().setAutoCommit(true);
  }

  /** Whatever was open is gone; a broken connection goes with it. */
  void rollback() {
    try {
      if (open != null && !open.getAutoCommit()) {
        open.rollback();
        open.setAutoCommit(true);
      }
    } catch (SQLException e) {
      close();
    }
  }

  private static String outcome(PreparedStatement call) throws SQLException {
    try (ResultSet row = call.executeQuery()) {
      return row.next() ? row.getString(1) : "nothing";
    }
  }

  @Override
  public void close() {
    try {
      if (open != null) {
        open.close();
      }
    } catch (SQLException e) {
      // it is gone either way
    } finally {
      open = null;
    }
  }
}
