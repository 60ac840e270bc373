package dev.holdfast.claim;

import dev.holdfast.Identifier;
import dev.holdfast.claim.Claim.Hold;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Sends the statements of {@link ClaimSql}, each in one round trip, and reads their answers. */
final class ClaimStore {

  private static final int FIRST_KEY = 6; // after no, poison, dead, version, attempts

  /** What a claim statement brought. */
  record Taken(List<Claim> claims, int takenOver, int parked) {}

  /** What a sweep did. */
  record Swept(int freed, int parked) {}

  private record Numbered(int no, Claim claim) {}

  private final Claims claims;
  private final Calls calls;
  private final ClaimSql sql;

  ClaimStore(Claims claims, Calls calls, ClaimSql sql) {
    this.claims = claims;
    this.calls = calls;
    this.sql = sql;
  }

  Taken claim(Worker worker, UUID lockId, int limit, boolean ofTheDeadToo) throws SQLException {
    return calls.call(
        sql.claim(limit, ofTheDeadToo),
        statement -> {
          if (ofTheDeadToo) {
            statement.setString(1, worker.id());
          }
          statement.setString(ofTheDeadToo ? 2 : 1, lockId.toString());
        },
        (rows, updated) -> taken(worker, lockId, rows));
  }

  Taken claimOne(Worker worker, UUID lockId, List<String> key) throws SQLException {
    return calls.call(
        sql.claimOne(),
        statement -> {
          statement.setString(1, worker.id());
          bindKey(statement, 2, key);
          statement.setString(key.size() + 2, lockId.toString());
        },
        (rows, updated) -> taken(worker, lockId, rows));
  }

  /** The numbers, from 1, of those that were ours. */
  Set<Integer> end(List<Ending> endings) throws SQLException {
    return calls.call(
        ClaimSql.framed(sql.end), statement -> bindEndings(statement, endings), numbers());
  }

  /** The same in somebody's transaction. */
  Set<Integer> end(Connection connection, List<Ending> endings) throws SQLException {
    return Calls.execute(
        connection, sql.end, statement -> bindEndings(statement, endings), numbers());
  }

  /** The status of each row, by number from 1, that nobody claimed since and nobody has. */
  Map<Integer, String> look(List<Ending> endings) throws SQLException {
    return calls.call(
        ClaimSql.framed(sql.look),
        statement -> {
          int next = bindKeys(statement, endings);
          statement.setArray(next, array(statement, "bigint", endings, e -> e.claim().version()));
        },
        (rows, updated) -> {
          Map<Integer, String> found = new HashMap<>();
          while (rows != null && rows.next()) {
            found.put(rows.getInt(1), rows.getString(2));
          }
          return found;
        });
  }

  /** False: the row is not ours. */
  boolean guard(Connection connection, Claim claim) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql.guard)) {
      statement.setString(1, claim.worker().lease().resource());
      statement.setLong(2, claim.worker().lease().fence());
      for (int i = 0; i < claim.keyColumns().size(); i++) {
        statement.setString(3 + i, claim.keyColumns().get(i));
      }
      statement.setString(3 + claim.keyColumns().size(), claim.lockId().toString());
      statement.execute();
      statement.getMoreResults(); // after the lease's guard, the row
      try (ResultSet row = statement.getResultSet()) {
        return row.next();
      }
    }
  }

  Swept sweep(String worker, List<String> knownLockIds) throws SQLException {
    return calls.call(
        sql.sweep,
        statement -> {
          statement.setString(1, worker);
          statement.setArray(
              2, array(statement, "text", knownLockIds, Function.<Object>identity()::apply));
        },
        (rows, updated) -> {
          int all = 0;
          int parked = 0;
          while (rows != null && rows.next()) {
            all++;
            parked += rows.getBoolean(1) ? 1 : 0;
          }
          return new Swept(all - parked, parked);
        });
  }

  boolean revive(List<String> key) throws SQLException {
    return calls.call(
        sql.revive, statement -> bindKey(statement, 1, key), (rows, updated) -> updated > 0);
  }

  private Taken taken(Worker worker, UUID lockId, @Nullable ResultSet row) throws SQLException {
    List<Numbered> got = new ArrayList<>();
    int takenOver = 0;
    int parked = 0;
    while (row != null && row.next()) {
      if (row.getBoolean(2)) {
        parked++;
        continue;
      }
      takenOver += row.getBoolean(3) ? 1 : 0;
      Hold hold = new Hold(worker, lockId, row.getLong(4), row.getInt(5));
      got.add(new Numbered(row.getInt(1), claim(hold, row)));
    }
    got.sort(Comparator.comparingInt(Numbered::no));
    return new Taken(got.stream().map(Numbered::claim).toList(), takenOver, parked);
  }

  private Claim claim(Hold hold, ResultSet row) throws SQLException {
    List<String> key = new ArrayList<>();
    Map<String, @Nullable Object> values = new LinkedHashMap<>();
    int next = FIRST_KEY;
    for (Identifier column : claims.table().target.key()) {
      key.add(row.getString(next));
      values.put(column.name(), row.getObject(next++));
    }
    for (Identifier column : claims.table().selection.columns()) {
      values.put(column.name(), row.getObject(next++));
    }
    return new Claim(claims, hold, List.copyOf(key), values);
  }

  private static Calls.Reader<Set<Integer>> numbers() {
    return (rows, updated) -> {
      Set<Integer> numbers = new HashSet<>();
      while (rows != null && rows.next()) {
        numbers.add(rows.getInt(1));
      }
      return numbers;
    };
  }

  private static void bindKey(PreparedStatement statement, int first, List<String> key)
      throws SQLException {
    for (int i = 0; i < key.size(); i++) {
      statement.setString(first + i, key.get(i));
    }
  }

  private void bindEndings(PreparedStatement statement, List<Ending> endings) throws SQLException {
    int next = bindKeys(statement, endings);
    statement.setArray(next++, texts(statement, endings, e -> e.claim().lockId().toString()));
    statement.setArray(next++, texts(statement, endings, Ending::status));
    statement.setArray(
        next++,
        array(
            statement,
            "bigint",
            endings,
            e -> {
              java.time.Duration delay = e.delay();
              return delay == null ? null : delay.toMillis();
            }));
    statement.setArray(next++, array(statement, "integer", endings, Ending::refund));
    statement.setArray(next, texts(statement, endings, Ending::error));
  }

  /** An array for each column of the key; answers the number of the next parameter. */
  private int bindKeys(PreparedStatement statement, List<Ending> endings) throws SQLException {
    int size = claims.table().target.key().size();
    for (int i = 0; i < size; i++) {
      int column = i;
      statement.setArray(i + 1, texts(statement, endings, e -> e.claim().keyColumns().get(column)));
    }
    return size + 1;
  }

  private static java.sql.Array texts(
      PreparedStatement statement, List<Ending> endings, Function<Ending, @Nullable Object> value)
      throws SQLException {
    return array(statement, "text", endings, value);
  }

  private static <E> java.sql.Array array(
      PreparedStatement statement, String type, List<E> all, Function<E, @Nullable Object> value)
      throws SQLException {
    return statement.getConnection().createArrayOf(type, all.stream().map(value).toArray());
  }
}
