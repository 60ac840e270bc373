package dev.holdfast.lease;

import dev.holdfast.RequestFailedException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Looking at leases and taking them away, on a connection of the application's. */
final class LeaseReads {

  private final DataSource dataSource;

  LeaseReads(DataSource dataSource) {
    this.dataSource = dataSource;
  }

  Optional<LeaseInfo> find(String resource) {
    return query("looking at " + resource, LeaseSql.FIND, LeaseReads::info, resource).stream()
        .findFirst();
  }

  List<LeaseInfo> list(LeaseQuery query) {
    String state = query.state() == null ? null : query.state().name().toLowerCase(Locale.ROOT);
    return query(
        "listing resources",
        LeaseSql.LIST,
        LeaseReads::info,
        query.prefix(),
        query.after(),
        state,
        query.limit());
  }

  List<PastLease> history(String resource, int limit) {
    return query(
        "reading the history of " + resource, LeaseSql.HISTORY, LeaseReads::past, resource, limit);
  }

  /** In READ COMMITTED, whatever the default is: a renewal may come between snapshot and row. */
  boolean forceRelease(String resource, long fence, String reason, String by) {
    try (Connection connection = dataSource.getConnection()) {
      boolean autoCommit = connection.getAutoCommit();
      connection.setAutoCommit(false);
      try (Statement begin = connection.createStatement();
          PreparedStatement release = connection.prepareStatement(LeaseSql.FORCE_RELEASE)) {
        begin.execute(LeaseSql.READ_COMMITTED);
        List<Boolean> done = rows(release, row -> row.getBoolean(1), resource, fence, reason, by);
        connection.commit();
        return done.get(0);
      } catch (SQLException e) {
        if (!connection.isClosed()) {
          connection.rollback();
        }
        throw e;
      } finally {
        if (!connection.isClosed()) { // a broken one must not hide what broke it
          connection.setAutoCommit(autoCommit);
        }
      }
    } catch (SQLException e) {
      throw new RequestFailedException("releasing " + resource + " by force failed", e);
    }
  }

  private interface RowReader<T> {
    T read(ResultSet row) throws SQLException;
  }

  private <T> List<T> query(
      String what, String sql, RowReader<T> reader, @Nullable Object... arguments) {
    try (Connection connection = dataSource.getConnection();
        PreparedStatement statement = connection.prepareStatement(sql)) {
      boolean autoCommit = connection.getAutoCommit();
      connection.setAutoCommit(true);
      try {
        return rows(statement, reader, arguments);
      } finally {
        if (!connection.isClosed()) { // a broken one must not hide what broke it
          connection.setAutoCommit(autoCommit);
        }
      }
    } catch (SQLException e) {
      throw new RequestFailedException(what + " failed", e);
    }
  }

  private static <T> List<T> rows(
      PreparedStatement statement, RowReader<T> reader, @Nullable Object... arguments)
      throws SQLException {
    for (int i = 0; i < arguments.length; i++) {
      statement.setObject(i + 1, arguments[i]);
    }
    List<T> rows = new ArrayList<>();
    try (ResultSet row = statement.executeQuery()) {
      while (row.next()) {
        rows.add(reader.read(row));
      }
    }
    return rows;
  }

  private static LeaseInfo info(ResultSet row) throws SQLException {
    LeaseState state = LeaseState.valueOf(row.getString(2).toUpperCase(Locale.ROOT));
    Timestamp since = row.getTimestamp(5);
    LeaseInfo.Tenure tenure = null;
    if (since != null) {
      Instant until = row.getTimestamp(6).toInstant();
      Duration left = Duration.between(row.getTimestamp(9).toInstant(), until);
      tenure =
          new LeaseInfo.Tenure(
              row.getString(4),
              since.toInstant(),
              until,
              state == LeaseState.HELD ? left : Duration.ZERO,
              attributes(row));
    }
    return new LeaseInfo(row.getString(1), state, row.getLong(3), tenure, row.getInt(8));
  }

  private static PastLease past(ResultSet row) throws SQLException {
    PastLease.End end = null;
    if (row.getString(7) != null) {
      end =
          new PastLease.End(
              PastLease.Ending.valueOf(row.getString(7).toUpperCase(Locale.ROOT)),
              row.getTimestamp(6).toInstant(),
              row.getString(8),
              row.getString(9));
    }
    return new PastLease(
        row.getLong(2), row.getString(3), row.getTimestamp(4).toInstant(), end, attributes(row));
  }

  /** Keys and values in turn. */
  private static Map<String, String> attributes(ResultSet row) throws SQLException {
    String[] pairs = (String[]) row.getArray(10).getArray();
    Map<String, String> attributes = new HashMap<>();
    for (int i = 0; i + 1 < pairs.length; i += 2) {
      if (!pairs[i].equals(OwnerMark.ATTRIBUTE)) {
        attributes.put(pairs[i], String.valueOf(pairs[i + 1]));
      }
    }
    return Map.copyOf(attributes);
  }
}
